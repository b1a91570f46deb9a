import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';

/**
 * Takes an advisory lock for each team of the bugs that meet the condition, so that until the end of the transaction nobody
 * else marks a bug of these teams as a duplicate: two who do so at the same time could close a cycle between them. It has
 * to be called before any bug is locked (docs/locking.md).
 */
export async function lockDuplicateLinks(trx: Trx, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('duplicates of team ' || team_id, 0))
    from (select distinct team_id from bugs where ${condition} order by team_id) as teams`.execute(trx);
}

/** A bug, and which one it is a duplicate of. */
export interface LinkedBug {
  id: number;
  team_id: number;
  duplicate_of_id: number | null;
}

/** Selects those of these bugs that are in these teams, and locks them and all links between duplicates of their teams. */
export async function lockLinkedBugs(trx: Trx, teamIds: number[], ids: number[]): Promise<LinkedBug[]> {
  const condition = sql<boolean>`bugs.id = any(${ids}) and bugs.team_id = any(${teamIds})`;
  await lockDuplicateLinks(trx, condition);
  return trx
    .selectFrom('bugs')
    .select(['id', 'team_id', 'duplicate_of_id'])
    .where(condition)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Whether a bug is a duplicate of the other, directly or over any number of links (the transitive closure). */
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

/** Sets what a bug is a duplicate of; null takes the mark off. */
export async function setDuplicateOf(trx: Trx, id: number, otherId: number | null): Promise<void> {
  await trx
    .updateTable('bugs')
    .set({ duplicate_of_id: otherId, updated_at: sql`now()`, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute();
}
