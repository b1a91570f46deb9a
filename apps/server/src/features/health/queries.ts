import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** Runs the cheapest statement there is, and throws when the database does not answer it. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
