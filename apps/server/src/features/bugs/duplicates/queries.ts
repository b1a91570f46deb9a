import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';

/**
 * Until the end of the transaction nobody else marks a bug of the same teams as a duplicate: two who do so at the same
 * time could close a circle between them. To be called before any bug is locked; `those` is a condition on `bugs`.
 */
export async function lockDuplicateLinks(trx: Trx, those: RawBuilder<unknown>): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('duplicates of team ' || team_id, 0))
    from (select distinct team_id from bugs where ${those} order by team_id) as teams`.execute(trx);
}

export interface LinkedBug {
  id: number;
  team_id: number;
  duplicate_of_id: number | null;
}

/** Those that exist in these teams: they and the links between them stay as they are. */
export async function lockLinkedBugs(trx: Trx, teamIds: number[], ids: number[]): Promise<LinkedBug[]> {
  const those = sql<boolean>`bugs.id = any(${ids}) and bugs.team_id = any(${teamIds})`;
  await lockDuplicateLinks(trx, those);
  return trx
    .selectFrom('bugs')
    .select(['id', 'team_id', 'duplicate_of_id'])
    .where(those)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Whether the one is a duplicate of the other, over any number of links. */
export async function isDuplicateOf(db: Db, id: number, otherId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive originals (id) as (
      select duplicate_of_id from bugs where id = ${id}
      union
      select duplicate_of_id from originals join bugs using (id) where duplicate_of_id is not null
    )
    select ${otherId}::bigint in (select id from originals) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Null for none. */
export async function setDuplicateOf(trx: Trx, id: number, otherId: number | null): Promise<void> {
  await trx
    .updateTable('bugs')
    .set({ duplicate_of_id: otherId, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
