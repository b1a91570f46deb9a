import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;
/** Queries run the same inside and outside a transaction. */
export type Db = Database | Trx;

// Ids and counts are bigint in the database and stay far below 2^53.
pg.defaults.parseInt8 = true;

interface PoolOptions {
  max?: number;
  /** Settings for every connection, as on a command line. */
  options?: string;
  /** How long a statement may take; 0 is without end. A server that has gone without a word would never answer. */
  patienceMs?: number;
  onError?: (error: Error) => void;
}

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    // Whoever comes after a quiet while finds a connection that knows its statements already.
    min: 2,
    connectionTimeoutMillis: 5_000,
    application_name: 'skep',
    options: options.options,
  });
  // A connection that breaks must not end the process, whether it lies idle in the pool or is between two statements
  // of a transaction: the next statement on it fails, and the pool makes a new one.
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) => {
    client.on('error', () => {});
    giveUpAfter(options.patienceMs ?? 120_000, client as Client);
  });
  return pool;
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
