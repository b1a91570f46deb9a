import { sql } from 'kysely';
import type { Database } from '../apps/server/src/db/connection.ts';

/** The id of the process that all others of this PostgreSQL descend from. */
export async function readPostmasterPid(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select split_part(pg_read_file('postmaster.pid'), e'\n', 1)::integer as pid`.execute(db);
  return rows[0]?.pid ?? 0;
}
