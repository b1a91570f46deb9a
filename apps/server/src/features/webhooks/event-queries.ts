import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';

/** Those of these bugs that exist. They cannot be deleted before the transaction ends. */
export async function lockBugs(trx: Trx, ids: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('bugs')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

export function selectActors(db: Db, ids: number[]) {
  return db.selectFrom('users').select(['id', 'name']).where('id', '=', sql<number>`any(${ids})`).execute();
}
