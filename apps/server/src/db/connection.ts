import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;
/** Queries run the same inside and outside a transaction. */
export type Db = Database | Trx;

// Ids and counts are bigint in the database and stay far below 2^53.
pg.defaults.parseInt8 = true;

export function connect(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    application_name: 'skep',
  });
  // An idle connection that breaks (server restart) must not end the process; the pool makes a new one.
  pool.on('error', (error) => options.onError?.(error));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
