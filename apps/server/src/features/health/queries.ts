import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** The cheapest question there is. */
export async function ask(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
