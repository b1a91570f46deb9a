import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';

/** The tables that every report is written to. */
const tables = sql.raw('key_windows, project_usage, bugs, activity, outbox');

/** Some more than a file of the database grows by at once. */
const probeRows = 2_000;

/** Throws when the database does not answer, or when a report could not be stored now. */
export async function demandStorable(db: Database, isWriting: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '500ms'`.execute(trx);
    await sql`lock table ${tables} in row exclusive mode`.execute(trx);
    if (!isWriting) return;
    await sql`
      create temporary table room_for_reports on commit drop as
      select repeat('x', 500) from generate_series(1, ${sql.raw(String(probeRows))})`.execute(trx);
  });
}
