import type { Plan } from '@skep/vocabulary';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Guard } from '../../auth/guards.ts';
import { hashSecret } from '../../auth/secrets.ts';
import type { Running } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/connection.ts';
import { argument, prepareStatement } from '../../db/statements.ts';
import { invalidApiKey, originNotAllowed, unavailable } from '../../errors.ts';
import { compileOrigins } from '../../http/headers.ts';
import { monthlyCap } from '../../plans.ts';
import { type Blocklist, compileBlocklist } from '../blocklist/matching.ts';

/** What an API key grants: the project, its limits and its blocklist. */
export interface ApiKey {
  projectId: number;
  teamId: number;
  plan: Plan;
  /** The id of an additional key; null for the project's own key. */
  id: number | null;
  /** Key of the rate limit window. */
  windowKey: string;
  reportsPerMinute: number;
  /** Reports stored per month; null means no limit. */
  monthlyCap: number | null;
  allowsOrigin(origin: string): boolean;
  blocklist: Blocklist;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard `key`. */
    apiKey: ApiKey;
  }
}

export interface ApiKeyCache {
  find(key: string): Promise<ApiKey | undefined>;
  /** Records the use of an additional key until `writeUsedKeys` saves it. */
  noteUse(apiKey: ApiKey): void;
  writeUsedKeys(): Promise<void>;
}

/** Entries are read again after this, so that revocation and new settings apply on every node within a second. */
const trustedMs = 500;
/** Unknown keys are cached separately: anyone can send them, and they must not evict valid ones. */
const maxKeys = 20_000;
const maxUnknownKeys = 1_000;

interface Entry {
  apiKey: Promise<ApiKey | undefined>;
  readAt: number;
}

interface CompiledRules {
  version: number;
  blocklist: Promise<Blocklist>;
}

export function createApiKeyCache(db: Database): ApiKeyCache {
  const known = new Map<string, Entry>();
  const unknown = new Map<string, Entry>();
  const rulesOf = new Map<number, CompiledRules>();
  const usedKeys = new Set<number>();
  const readRow = createRowReader(db);
  // One at a time, so that slow rule reads do not take the connections that keys need.
  const ruleReads = pLimit(1);

  async function read(key: string): Promise<ApiKey | undefined> {
    const keyHash = hashSecret(key);
    const row = await readRow(key, keyHash);
    return row && toApiKey(row, keyHash, await blocklistOf(row));
  }

  /** Compiled rules are reused while the project's `rules_version` is unchanged. */
  function blocklistOf({ project_id, rules_version }: ApiKeyRow): Promise<Blocklist> {
    const compiled = rulesOf.get(project_id);
    if (compiled?.version === rules_version) return compiled.blocklist;
    const blocklist = readRules(project_id);
    remember(rulesOf, project_id, { version: rules_version, blocklist }, maxKeys);
    blocklist.catch(() => rulesOf.delete(project_id));
    return blocklist;
  }

  async function readRules(projectId: number): Promise<Blocklist> {
    const rules = db.selectFrom('blocklist_rules').select(['id', 'kind', 'value']);
    if (ruleReads.pendingCount >= maxWaiting) throw tooManyWaiting();
    return compileBlocklist(
      await ruleReads(() => rules.where('project_id', '=', projectId).orderBy('id').execute()),
    );
  }

  /** Concurrent requests with the same key share one read. */
  function startRead(key: string): Entry {
    const entry = { apiKey: read(key), readAt: performance.now() };
    remember(known, key, entry, maxKeys);
    entry.apiKey.then(
      (apiKey) => {
        if (apiKey) return;
        known.delete(key);
        remember(unknown, key, entry, maxUnknownKeys);
      },
      () => known.delete(key),
    );
    return entry;
  }

  return {
    find(key) {
      const entry = known.get(key) ?? unknown.get(key);
      const isFresh = entry !== undefined && performance.now() - entry.readAt <= trustedMs;
      return (isFresh ? entry : startRead(key)).apiKey;
    },
    noteUse({ id }) {
      if (id !== null) usedKeys.add(id);
    },
    async writeUsedKeys() {
      if (usedKeys.size === 0) return;
      const ids = [...usedKeys];
      usedKeys.clear();
      await touchApiKeys(db, ids).catch((error) => {
        for (const id of ids) usedKeys.add(id);
        throw error;
      });
    },
  };
}

function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, maxSize: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxSize && oldest !== undefined) map.delete(oldest);
}

interface ApiKeyRow {
  key: string;
  project_id: number;
  team_id: number;
  plan: Plan;
  api_key_id: number | null;
  reports_per_minute: number;
  allowed_origins: string[];
  rules_version: number;
}

interface WaitingKey {
  key: string;
  keyHash: Buffer;
  resolve(row: ApiKeyRow | undefined): void;
  reject(error: unknown): void;
}

const maxWaiting = 5_000;
const tooManyWaiting = () => unavailable('Too many concurrent requests. Retry after 5 s.');

/** Batches reads: keys requested while a batch is being read form the next one. */
function createRowReader(db: Database) {
  let waiting: WaitingKey[] = [];
  let isReading = false;

  async function readWaiting(): Promise<void> {
    isReading = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const rows = await selectApiKeys(db, [
          batch.map(({ key }) => key),
          batch.map(({ keyHash }) => keyHash),
        ]);
        const rowOf = new Map(rows.map((row) => [row.key, row]));
        for (const { key, resolve } of batch) resolve(rowOf.get(key));
      } catch (error) {
        // Waiting requests would fail the same way, only later.
        for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error);
      }
    }
    isReading = false;
  }

  return (key: string, keyHash: Buffer) =>
    new Promise<ApiKeyRow | undefined>((resolve, reject) => {
      if (waiting.length >= maxWaiting) throw tooManyWaiting();
      waiting.push({ key, keyHash, resolve, reject });
      if (!isReading) void readWaiting();
    });
}

const selectApiKeys = prepareStatement<ApiKeyRow>(
  () => sql`
    select asked.key, projects.id as project_id, projects.team_id, teams.plan, keys.api_key_id,
      projects.reports_per_minute, projects.allowed_origins, projects.rules_version
    from unnest(${argument(1, 'text[]')}, ${argument(2, 'bytea[]')}) as asked (key, hash)
    cross join lateral (
      select id as project_id, null::bigint as api_key_id from projects where api_key = asked.key
      union all
      select project_id, id from api_keys where key_hash = asked.hash
    ) as keys
    join projects on projects.id = keys.project_id
    join teams on teams.id = projects.team_id and teams.closed_at is null`,
);

function toApiKey(row: ApiKeyRow, keyHash: Buffer, blocklist: Blocklist): ApiKey {
  return {
    projectId: row.project_id,
    teamId: row.team_id,
    plan: row.plan,
    id: row.api_key_id,
    windowKey: keyHash.toString('base64url', 0, 12),
    reportsPerMinute: row.reports_per_minute,
    monthlyCap: monthlyCap[row.plan],
    allowsOrigin: compileOrigins(row.allowed_origins),
    blocklist,
  };
}

/** Skips locked rows, because processes update keys in no common order. */
export async function touchApiKeys(db: Database, ids: number[]): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`now()` })
    .where('id', 'in', (eb) =>
      eb.selectFrom('api_keys').select('id').where('id', 'in', ids).forNoKeyUpdate().skipLocked(),
    )
    .execute();
}

/** Requires an API key and an allowed origin. CLIs and servers send no origin. */
export function createKeyGuard(app: FastifyInstance, apiKeys: ApiKeyCache): Guard {
  app.decorateRequest('apiKey');
  return async (request) => {
    const key = request.headers['x-api-key'];
    const isKey = typeof key === 'string' && /^sk_[\x21-\x7e]{1,100}$/.test(key);
    const apiKey = isKey ? await apiKeys.find(key) : undefined;
    if (!apiKey) throw invalidApiKey();
    request.apiKey = apiKey;
    const { origin } = request.headers;
    if (origin !== undefined && !apiKey.allowsOrigin(origin)) throw originNotAllowed();
  };
}

const writeMs = 10_000;

/** Saves every ten seconds which additional keys were used. */
export function keepUsedKeys({ loops, log, apiKeys }: Context & { apiKeys: ApiKeyCache }): Running {
  const writing = loops.start({
    name: 'used API keys',
    async step() {
      await apiKeys.writeUsedKeys();
      return writeMs;
    },
  });
  return {
    async stop() {
      await writing.stop();
      await apiKeys
        .writeUsedKeys()
        .catch((error) => log.warn({ err: error }, 'cannot save last use of API keys'));
    },
  };
}
