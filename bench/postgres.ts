import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@skep/embedded-postgres';
import { sql } from 'kysely';
import { connect, type Database } from '../apps/server/src/db/connection.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { whenIndexed } from '../apps/server/test/search.ts';

export interface Postgres {
  /** Creates a database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  postmasterPid: number;
}

/** Runs `work` with a temporary PostgreSQL that has default durability. */
export async function withPostgres<T>(work: (postgres: Postgres) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProblem: console.error });
  const admin = connect(postgres.url('postgres'), { max: 1 });
  try {
    const { rows } = await sql<{ pid: number }>`
      select split_part(pg_read_file('postmaster.pid'), e'\n', 1)::integer as pid`.execute(admin);
    return await work({
      postmasterPid: rows[0]?.pid ?? 0,
      async createDatabase(name) {
        await sql`create database ${sql.id(name)}`.execute(admin);
        return postgres.url(name);
      },
    });
  } finally {
    await admin.destroy();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Connects to a new database without timeouts and runs the migrations. */
export async function createTables(url: string, options = ''): Promise<Database> {
  const db = connect(url, { max: 2, statementMs: 0, lockMs: 0, options });
  await migrate(db);
  return db;
}

/** Waits until every event is sequenced and every bug indexed. */
export const whenSettled = (db: Database): Promise<void> => whenIndexed({ db });
