import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../src/db/connection.ts';

/** Changes bugs in ways that requests cannot, for example their age. */
export async function rewriteBugs(
  db: Db,
  values: RawBuilder<unknown>,
  those: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await sql`update bugs set ${values} where ${those}`.execute(db);
}
