import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { insertWords } from '../../apps/server/src/features/search/index/queries.ts';

const atOnce = 5_000;

/** The ids of all bugs, in parts. */
export function partsOf(size: number): number[][] {
  return Array.from({ length: Math.ceil(size / atOnce) }, (_, part) =>
    Array.from({ length: Math.min(atOnce, size - part * atOnce) }, (_, nth) => part * atOnce + nth + 1),
  );
}

/** Takes parts from the list, which several callers share, and adds them to the search index. A trigger lists their words. */
export async function fillSearch(db: Database, parts: number[][]): Promise<void> {
  for (let ids = parts.shift(); ids; ids = parts.shift()) {
    const part = ids;
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = origin`.execute(trx);
      await insertWords(trx, part);
    });
  }
}
