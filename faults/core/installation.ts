import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../apps/server/test/client.ts';
import { freePort } from '../../apps/server/test/free-port.ts';
import { processesOf } from '../../bench/processes.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { makePlace, type Place } from './place.ts';
import { type Postgres, postgresOf, startPostgres } from './postgres.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { createService, type Service, type Start } from './service.ts';

/** A whole installation in a folder of its own: PostgreSQL, the service, and a receiver of its webhooks. */
export interface Installation {
  folder: string;
  /** Where PostgreSQL is, and where the service keeps its files, which is the same when it has brought PostgreSQL itself. */
  dataDir: string;
  filesDir: string;
  postgres: Postgres;
  nodes: [Service, ...Service[]];
  /** How the first start went. */
  starts: Start[];
  receiver: Receiver;
  place: Place;
  ledger: Ledger;
  /** Looks for the PostgreSQL that the service has brought anew, after it was started again. */
  reconnect(): Promise<void>;
  /** Stops everything; returns the exit codes of the nodes, and what still runs after that. */
  close(): Promise<{ codes: (number | null)[]; left: string[] }>;
}

export interface InstallationOptions {
  /** How many nodes share the PostgreSQL, and how many processes each has. */
  nodes?: number;
  workers?: number;
  /** Whether the service brings its PostgreSQL itself; there is one node then. */
  isEmbedded?: boolean;
  /** Whether its projects have webhooks, as they have unless told otherwise. */
  hasWebhooks?: boolean;
  /** Further settings of the service. */
  settings?: Record<string, string>;
  /** Starts the service, when it is not to be started by itself. */
  command?: string[];
  /** Further settings of PostgreSQL. */
  postgres?: Record<string, string>;
  /** What happens before the first start; returns the address under which the service finds PostgreSQL. */
  route?(url: string): Promise<string>;
  /** The folder of everything, or of the service's files, when it must be a certain one, such as a file system of its own. */
  folder?: string;
  filesDir?: string;
}

/** `prepared` is the data folder of a service that was started once: making a database takes seconds. */
export async function openInstallation(
  { run, prepared }: { run: string; prepared: string },
  options: InstallationOptions = {},
): Promise<Installation> {
  const { nodes: count = 1, workers = 1, isEmbedded = false, hasWebhooks = true } = options;
  const folder = options.folder ?? join(run, randomBytes(4).toString('hex'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  // PostgreSQL runs as another user when we are root, and has to pass through.
  for (const each of [run, folder, dataDir]) chmodSync(each, 0o711);
  // The files of the database keep their owner, which is another than ours when we are root.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
  // The copy, which stands for what has been there for long, has to survive a power cut.
  if (options.folder) execFileSync('sync', ['-f', dataDir]);
  const filesDir = options.filesDir ?? (isEmbedded ? dataDir : join(folder, 'files'));
  const receiver = await startReceiver();
  const own = isEmbedded
    ? null
    : await startPostgres(dataDir, { max_connections: '200', ...options.postgres });
  const settings = {
    NODE_ENV: 'production',
    TRUSTED_PROXIES: '127.0.0.1',
    SECRET_KEY: 'a key for hard weather, and for nothing else',
    DEFAULT_PLAN: 'unlimited',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    // All webhooks lead to one host, this machine.
    WEBHOOKS_PER_SECOND: '100000',
    WORKERS: String(workers),
    ...(own ? { DATABASE_URL: (await options.route?.(own.url)) ?? own.url } : {}),
    ...options.settings,
  };
  const nodes: Service[] = [];
  const starts: Start[] = [];
  for (let index = 0; index < count; index++) {
    const node = createService(await freePort(), { DATA_DIR: filesDir, ...settings }, options.command);
    starts.push(await node.start());
    nodes.push(node);
  }
  let postgres = own ?? (await postgresOf(dataDir));
  const [first] = nodes as [Service];
  const place = await makePlace(createClient(first.url), postgres.db, hasWebhooks ? receiver.url : null);
  const ledger = openLedger(join(run, `ledger-${randomBytes(4).toString('hex')}`));
  return {
    folder,
    dataDir,
    filesDir,
    get postgres() {
      return postgres;
    },
    nodes: nodes as [Service],
    starts,
    receiver,
    place,
    ledger,
    async reconnect() {
      await postgres.close();
      postgres = await postgresOf(dataDir);
    },
    async close() {
      ledger.close();
      postgres.thaw();
      const codes = await Promise.all(nodes.map((node) => node.stop()));
      await postgres.close();
      receiver.close();
      const left = processesOf(folder).map(({ pid, command }) => `${pid} ${command.slice(0, 80)}`);
      if (!options.folder) rmSync(folder, { recursive: true, force: true });
      return { codes, left };
    },
  };
}
