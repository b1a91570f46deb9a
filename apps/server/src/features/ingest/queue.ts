import type { Context } from '../../context.ts';
import { createPool, type Pool, type PoolClient } from '../../db/connection.ts';
import { violatesForeignKey } from '../../db/constraints.ts';
import { retryTransient } from '../../db/transaction.ts';
import { isDatabaseUnreachable, isStatementTooLong } from '../../db/unreachable.ts';
import { unauthorized, unavailable } from '../../errors.ts';
import { type Blocks, createBlocks } from '../../limits/blocks.ts';
import type { Senders } from '../senders/senders.ts';
import { type IngestRow, ingestStatement } from './queries.ts';

/** What receiving reports takes. */
export interface IngestContext extends Context {
  senders: Senders;
  ingest: IngestQueue;
}

/** One request as the statement takes it. */
export interface IngestRequest {
  windowKey: string;
  projectId: number;
  /** Whether a report is to be stored, rather than dropped or only counted. */
  isStoring: boolean;
  /** The members of its JSON, without braces. */
  fields: string;
  /** Characters of the body that it came from: they stay in memory until it is answered. */
  bodySize: number;
}

/** What became of it. */
export interface Outcome {
  /** Of the report, if there was one. */
  id: number;
  /** Milliseconds until the key's minute is over; null when the request was admitted. */
  waitMs: number | null;
  createdAt: Date;
}

/** Requests that arrive while a batch is being written are written together by the next one. */
export interface IngestQueue {
  /** Resolves when it has been committed. */
  push(request: IngestRequest): Promise<Outcome>;
  /** For work that needs a transaction around the same statement: on other connections, and only so much at once. */
  transact<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** Keys that have used up their minute. */
  blocks: Blocks;
  stop(): Promise<void>;
}

interface Waiting {
  request: IngestRequest;
  since: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * A batch takes at most half of what is on its way, once that is more than a few: while the database writes one half,
 * this process answers and reads the other. All in one batch, the two would take turns.
 */
const fewRows = 16;
const mostRows = 250;
const mostCharacters = 4 * 1024 * 1024;

/** Beyond any of these the answer is 503: what waits is bounded in number, in memory and in time. */
const limits = { rows: 5_000, characters: 32 * 1024 * 1024, ageMs: 2_000, transactions: 200 };

/** Every flush has the same plan; planning it anew would take longer than carrying it out. */
const settings = '-c plan_cache_mode=force_generic_plan';
const statementMs = 10_000;

export function createIngestQueue(databaseUrl: string, onError: (error: Error) => void): IngestQueue {
  const pool = createPool(databaseUrl, { max: 2, onError, options: settings, statementMs });
  const transactionPool = createPool(databaseUrl, { max: 4, onError, options: settings, statementMs });
  let transactions = 0;
  let waiting: Waiting[] = [];
  let waitingCharacters = 0;
  let isWriting = false;
  let rowsAtOnce = fewRows;

  function isOverloaded(): boolean {
    const [oldest] = waiting;
    const isOld = oldest !== undefined && performance.now() - oldest.since > limits.ageMs;
    return waiting.length >= limits.rows || waitingCharacters >= limits.characters || isOld;
  }

  function takeBatch(): Waiting[] {
    let size = 0;
    let characters = 0;
    for (const { request } of waiting) {
      if (size >= rowsAtOnce || (size > 0 && characters + request.fields.length > mostCharacters)) break;
      size++;
      characters += request.fields.length;
    }
    return take(size);
  }

  function take(size: number): Waiting[] {
    const taken = waiting.slice(0, size);
    waiting = waiting.slice(size);
    for (const { request } of taken) waitingCharacters -= weightOf(request);
    return taken;
  }

  /** The next batch is on its way before the answers to this one are: the database never waits for them. */
  async function writeAll(client: PoolClient): Promise<void> {
    let batch = takeBatch();
    let writing = write(client, batch);
    for (;;) {
      const { answer, isLost } = await writing;
      rowsAtOnce = Math.min(mostRows, Math.max(fewRows, Math.ceil((batch.length + waiting.length) / 2)));
      const isMore = waiting.length > 0 && !isLost;
      if (isMore) {
        batch = takeBatch();
        writing = write(client, batch);
      }
      answer();
      if (isMore) continue;
      client.release(isLost);
      return;
    }
  }

  async function writeWaiting(): Promise<void> {
    try {
      await writeAll(await pool.connect());
    } catch (error) {
      // Whoever waits would only wait for the next attempt, and has no reason to expect more of it.
      rejectAll(take(waiting.length), error);
    }
    isWriting = false;
    if (waiting.length > 0) startWriting();
  }

  function startWriting(): void {
    isWriting = true;
    // The requests that have arrived with this one are read first; alone it goes at once.
    setImmediate(writeWaiting);
  }

  return {
    async transact(work) {
      if (transactions >= limits.transactions) throw tooMany();
      transactions++;
      try {
        return await retryTransient(() => inTransaction(transactionPool, work));
      } finally {
        transactions--;
      }
    },
    blocks: createBlocks(),
    push(request) {
      if (isOverloaded()) throw tooMany();
      return new Promise((resolve, reject) => {
        waiting.push({ request, since: performance.now(), resolve, reject });
        waitingCharacters += weightOf(request);
        if (!isWriting) startWriting();
      });
    },
    async stop() {
      await pool.end();
      await transactionPool.end();
    },
  };
}

const tooMany = () => unavailable('Too many reports at once; try again in a moment');

const weightOf = (request: IngestRequest) => request.fields.length + request.bodySize;

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Closes the connection, and with it the transaction.
    client.release(true);
    throw error;
  }
}

interface Written {
  /** Tells those who wait what became of their requests. */
  answer(): void;
  /** The connection cannot be used any more. */
  isLost: boolean;
}

/** A row that the database refuses must fail alone: the rows of a failed batch are written one by one. */
async function write(client: PoolClient, batch: Waiting[]): Promise<Written> {
  try {
    const requests = batch.map(({ request }) => request);
    const outcomes = await retryTransient(() => ingest(client, requests));
    const answer = () => {
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
    };
    return { answer, isLost: false };
  } catch (error) {
    const isLost = isDatabaseUnreachable(error);
    // One by one, each row of them would take as long again.
    const isHopeless = batch.length === 1 || isLost || isStatementTooLong(error);
    if (isHopeless) return { answer: () => rejectAll(batch, error), isLost };
    return writeOneByOne(client, batch);
  }
}

function rejectAll(batch: Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}

async function writeOneByOne(client: PoolClient, batch: Waiting[]): Promise<Written> {
  const all: Written[] = [];
  for (const one of batch) all.push(await write(client, [one]));
  const answer = () => {
    for (const written of all) written.answer();
  };
  return { answer, isLost: all.some(({ isLost }) => isLost) };
}

/** One outcome for each request, in their order. */
export async function ingest(client: PoolClient, requests: IngestRequest[]): Promise<Outcome[]> {
  const { ids, waits, created_at } = await execute(client, toJson(requests)).catch((error) => {
    // The key was still known when the request came in; its project has been deleted since.
    throw violatesForeignKey(error, 'project_usage_project_fkey') ? unauthorized('Invalid API key') : error;
  });
  const waitList = readList(waits);
  return readList(ids).map((id, index) => ({
    id: id as number,
    waitMs: waitList[index] ?? null,
    createdAt: created_at,
  }));
}

/**
 * With a callback: with the driver's promise, finished statements and their batches are not forgotten before the next
 * full collection of memory, and every small one until then copies them.
 */
function execute(client: PoolClient, batch: string): Promise<IngestRow> {
  return new Promise((resolve, reject) => {
    client.query<IngestRow>({ ...ingestStatement, values: [batch] }, (error, result) => {
      if (error) reject(error);
      else resolve(result.rows[0] as IngestRow);
    });
  });
}

function toJson(requests: IngestRequest[]): string {
  const ofKey = new Map<string, number>();
  const ofProject = new Map<number, number>();
  const rows = requests.map(({ windowKey, projectId, isStoring, fields }) => {
    const nthOfKey = (ofKey.get(windowKey) ?? 0) + 1;
    const nthOfProject = (ofProject.get(projectId) ?? 0) + (isStoring ? 1 : 0);
    ofKey.set(windowKey, nthOfKey);
    ofProject.set(projectId, nthOfProject);
    return `{"nth_of_key":${nthOfKey},"nth_of_project":${nthOfProject},${fields}}`;
  });
  return `[${rows.join(',')}]`;
}

/** PostgreSQL's text for a list of numbers: `{1,NULL,3}`. */
const readList = (text: string) =>
  text
    .slice(1, -1)
    .split(',')
    .map((entry) => (entry === 'NULL' ? null : Number(entry)));
