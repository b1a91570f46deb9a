import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../apps/server/test/client.ts';
import { freePort } from '../../apps/server/test/free-port.ts';
import { processesOf } from '../../bench/processes.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { type Postgres, postgresOf, startPostgres } from './postgres.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { createService, type Service, type Start } from './service.ts';
import { createTestTeam, type TestTeam } from './test-team.ts';

/** A complete installation in its own folder: PostgreSQL, one or more nodes and a webhook receiver. */
export interface Installation {
  folder: string;
  /** Data folder of PostgreSQL. */
  dataDir: string;
  /** Data folder of the service; the same as `dataDir` with the embedded PostgreSQL. */
  filesDir: string;
  postgres: Postgres;
  nodes: [Service, ...Service[]];
  /** Measurements of the first start of each node. */
  starts: Start[];
  receiver: Receiver;
  testTeam: TestTeam;
  ledger: Ledger;
  /** Reconnects to the embedded PostgreSQL after a restart. */
  reconnect(): Promise<void>;
  /** Stops everything. Returns the exit codes of the nodes and the processes still running. */
  close(): Promise<{ codes: (number | null)[]; left: string[] }>;
}

export interface InstallationOptions {
  nodes?: number;
  /** Processes per node. */
  workers?: number;
  /** Uses the embedded PostgreSQL, which allows one node only. */
  isEmbedded?: boolean;
  /** Default: true. */
  hasWebhooks?: boolean;
  /** Additional environment variables of the service. */
  settings?: Record<string, string>;
  /** Command prefix that starts the service, such as `unshare`. */
  command?: string[];
  /** Additional PostgreSQL settings. */
  postgres?: Record<string, string>;
  /** Maps the URL of PostgreSQL to the one the service uses, such as that of a proxy. */
  route?(url: string): Promise<string>;
  /** Overrides the folder of the installation, or of the service's files only. */
  folder?: string;
  filesDir?: string;
}

/** Copies `prepared`, the data folder of a service that was started once, because initdb takes seconds. */
export async function openInstallation(
  { run, prepared }: { run: string; prepared: string },
  options: InstallationOptions = {},
): Promise<Installation> {
  const { nodes: count = 1, workers = 1, isEmbedded = false, hasWebhooks = true } = options;
  const folder = options.folder ?? join(run, randomBytes(4).toString('hex'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  // As root, PostgreSQL runs as another user, who must be able to traverse these folders.
  for (const each of [run, folder, dataDir]) chmodSync(each, 0o711);
  // -a preserves the owner of the database files.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
  // The copy must survive a power cut.
  if (options.folder) execFileSync('sync', ['-f', dataDir]);
  const filesDir = options.filesDir ?? (isEmbedded ? dataDir : join(folder, 'files'));
  const receiver = await startReceiver();
  const separate = isEmbedded
    ? null
    : await startPostgres(dataDir, { max_connections: '200', ...options.postgres });
  const settings = {
    NODE_ENV: 'production',
    TRUSTED_PROXIES: '127.0.0.1',
    SECRET_KEY: 'secret-key-for-fault-injection-only',
    DEFAULT_PLAN: 'unlimited',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    // All webhooks point to the same host.
    WEBHOOKS_PER_SECOND: '100000',
    WORKERS: String(workers),
    ...(separate ? { DATABASE_URL: (await options.route?.(separate.url)) ?? separate.url } : {}),
    ...options.settings,
  };
  const nodes: Service[] = [];
  const starts: Start[] = [];
  for (let index = 0; index < count; index++) {
    const node = createService(await freePort(), { DATA_DIR: filesDir, ...settings }, options.command);
    starts.push(await node.start());
    nodes.push(node);
  }
  let postgres = separate ?? (await postgresOf(dataDir));
  const [first] = nodes as [Service];
  const testTeam = await createTestTeam(
    createClient(first.url),
    postgres.db,
    hasWebhooks ? receiver.url : null,
  );
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
    testTeam,
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
