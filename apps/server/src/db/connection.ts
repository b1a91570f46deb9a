import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type { Pool, PoolClient } from 'pg';
export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;
/** Queries run the same inside and outside a transaction. */
export type Db = Database | Trx;

// Ids and counts are bigint in the database and stay far below 2^53.
pg.defaults.parseInt8 = true;

interface PoolOptions {
  max?: number;
  /** Further settings for every connection, as on a command line. */
  options?: string;
  /** How long the server works on a statement before it ends it; 0 is without end. */
  statementMs?: number;
  onError?: (error: Error) => void;
}

/** As long as the lease of a job: what takes longer is done in portions. */
const usualStatementMs = 60_000;

/** So much later than the server should have ended a statement, it is taken to have gone without a word. */
const silenceMs = 2_000;

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { statementMs = usualStatementMs } = options;
  const pool = new pg.Pool({
    connectionString: withSettings(url, statementMs, options.options),
    max: options.max ?? 10,
    // Whoever comes after a quiet while finds a connection that knows its statements already.
    min: 2,
    connectionTimeoutMillis: 5_000,
    application_name: 'skep',
  });
  // A connection that breaks must not end the process, whether it lies idle in the pool or is between two statements
  // of a transaction: the next statement on it fails, and the pool makes a new one.
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (statementMs > 0) giveUpAfter(statementMs + silenceMs, client as Client);
  });
  endWithConnections(pool);
  return pool;
}

/** Longer than any server takes for it that is there. */
const goodbyeMs = 2_000;

/** The driver takes a pool for ended while its connections still say goodbye: a server that stops then would cut them off. */
function endWithConnections(pool: pg.Pool): void {
  const open = new Set<Promise<void>>();
  pool.on('connect', (client) => {
    const gone = new Promise<void>((resolve) => client.once('end', resolve));
    open.add(gone);
    gone.then(() => open.delete(gone));
  });
  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = async () => {
    await end();
    await Promise.race([Promise.all(open), sleep(goodbyeMs, undefined, { ref: false })]);
  };
}

/** What has been answered is stored, and no statement is endless, whatever the server's own settings and the operator's are. */
function withSettings(url: string, statementMs: number, further = ''): string {
  const address = new URL(url);
  const own = address.searchParams.get('options') ?? '';
  const settings = `${own} -c synchronous_commit=on -c statement_timeout=${statementMs} ${further}`;
  address.searchParams.set('options', settings.trim());
  return address.href;
}

/** What the driver has but does not declare. */
type Client = pg.PoolClient & { readyForQuery: boolean; connection: { stream: Socket } };

/** Ends the connection, not only the statement: whoever got it next would wait behind the same silence. */
function giveUpAfter(patienceMs: number, client: Client): void {
  const { stream } = client.connection;
  stream.setTimeout(patienceMs);
  stream.on('timeout', () => {
    if (!client.readyForQuery)
      stream.destroy(new Error('Connection terminated: the database does not answer'));
  });
}

export function connect(url: string, options: PoolOptions = {}): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPool(url, options) }) });
}
