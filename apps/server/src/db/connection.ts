import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Metrics } from '../metrics/metrics.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { ServerClient } from './client.ts';
import { isDatabaseUnreachable, PoolExhausted } from './errors.ts';
import type { ServerWatch } from './server-watch.ts';
import { type Servers, serversOf } from './servers.ts';
import type { Tables } from './tables.ts';
import { closeTimeoutMs, databaseTimeouts } from './timeouts.ts';

export type { Pool, PoolClient } from 'pg';
export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;
export type Db = Database | Trx;

// Ids and counts are bigint in the database and stay far below 2^53.
pg.defaults.parseInt8 = true;

export interface PoolOptions {
  max?: number;
  options?: string;
  /** 0 means no limit, also below. */
  statementMs?: number;
  lockMs?: number;
  connectionMs?: number;
  /** While the server does not respond, connecting fails immediately. */
  watch?: ServerWatch;
  keepsStatements?: boolean;
  onError?: (error: Error) => void;
  /** Label in metrics. */
  name?: string;
  metrics?: Metrics;
  tracer?: Tracer | null;
}

/** Default statement timeout, as long as a job's lease. Longer work is done in batches. */
export const defaultStatementMs = 60_000;

/** A server that has not ended a statement this long after its timeout counts as unreachable. */
const silenceMs = 2_000;

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { statementMs = defaultStatementMs, lockMs = databaseTimeouts.lockMs, watch } = options;
  const servers = serversOf(url);
  class PooledClient extends ServerClient {
    constructor(config: pg.ClientConfig = {}) {
      super(config, servers, {
        toConnectionString: (server) => withSettings(server, { statementMs, lockMs }, options.options),
        areCommitsStalled: watch?.areCommitsStalled,
        keepsStatements: options.keepsStatements,
        silenceMs: statementMs > 0 ? statementMs + silenceMs : 0,
        tracer: options.tracer,
      });
    }
  }
  const pool = new pg.Pool({
    Client: PooledClient,
    max: options.max ?? 10,
    // Keeps warm connections with prepared statements for requests after a quiet period.
    min: 2,
    connectionTimeoutMillis: options.connectionMs ?? databaseTimeouts.connectionMs,
    application_name: 'skep',
  });
  // An idle connection that breaks must not crash the process. The pool opens a new one.
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) => watch?.guard(client as unknown as ServerClient));
  const open = trackConnections(pool);
  connectWithFailover(pool, servers, open, watch);
  endWithConnections(pool, open);
  if (options.name && options.metrics) measurePool(pool, options.name, options.metrics);
  return pool;
}

function measurePool(pool: pg.Pool, name: string, metrics: Metrics): void {
  metrics.onRead(() => {
    const { totalCount, idleCount, waitingCount } = pool;
    metrics.poolConnections.set({ pool: name, state: 'busy' }, totalCount - idleCount);
    metrics.poolConnections.set({ pool: name, state: 'idle' }, idleCount);
    metrics.poolConnectionsMax.set({ pool: name }, pool.options.max);
    metrics.poolWaiting.set({ pool: name }, waitingCount);
  });
}

/** Tries each server in turn, and distinguishes an exhausted pool from an unreachable server. */
function connectWithFailover(pool: pg.Pool, servers: Servers, open: Set<unknown>, watch?: ServerWatch): void {
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const { max, connectionTimeoutMillis: maxWaitMs = 0 } = pool.options;
  pool.connect = async () => {
    const failure = watch?.failure();
    if (failure) throw failure;
    const startedAt = performance.now();
    const failures: Error[] = [];
    for (;;) {
      try {
        return await connectOnce();
      } catch (error) {
        const isTimeout = (error as Error).message === 'timeout exceeded when trying to connect';
        failures.push(isTimeout && open.size >= max ? new PoolExhausted() : (error as Error));
        const isOver = failures.length === servers.count || performance.now() - startedAt >= maxWaitMs;
        if (isOver || !isDatabaseUnreachable(error)) throw joined(failures);
      }
    }
  };
}

const joined = (failures: Error[]) =>
  failures.length === 1
    ? failures[0]
    : new AggregateError(failures, failures.map(({ message }) => message).join('; '));

function trackConnections(pool: pg.Pool): Set<Promise<void>> {
  const open = new Set<Promise<void>>();
  pool.on('connect', (client) => {
    const gone = new Promise<void>((resolve) => client.once('end', resolve));
    open.add(gone);
    gone.then(() => open.delete(gone));
  });
  return open;
}

/** The driver's `end` resolves before the connections are closed. A server stopped then would reset them. */
function endWithConnections(pool: pg.Pool, open: Set<Promise<void>>): void {
  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = async () => {
    await end();
    await Promise.race([Promise.all(open), sleep(closeTimeoutMs, undefined, { ref: false })]);
  };
}

/** Enforced whatever the operator configures: durable commits, and timeouts for statements and locks. */
function withSettings(
  url: string,
  { statementMs, lockMs }: { statementMs: number; lockMs: number },
  further = '',
): string {
  const address = new URL(url);
  const own = address.searchParams.get('options') ?? '';
  const settings = [
    own,
    '-c synchronous_commit=on',
    `-c statement_timeout=${statementMs}`,
    `-c lock_timeout=${lockMs}`,
    `-c idle_in_transaction_session_timeout=${statementMs > 0 ? databaseTimeouts.idleTransactionMs : 0}`,
    further,
  ];
  address.searchParams.set('options', settings.filter(Boolean).join(' '));
  return address.href;
}

/** migrate.ts takes the lock. Kysely's session-level lock would be left behind by a transaction pooler. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

export const connect = (url: string, options: PoolOptions = {}): Database =>
  createDatabase(createPool(url, options));

export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new Dialect({ pool }) });
