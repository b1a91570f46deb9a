import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';

const labelColumns = ['id', 'team_id', 'name', 'color'] as const;

export function listLabels(db: Db, teamId: number) {
  return db
    .selectFrom('labels')
    .select(labelColumns)
    .where('team_id', '=', teamId)
    .orderBy('id', 'desc')
    .execute();
}

/** Locks the team, so that labels created at the same time are counted one after the other. */
export async function countLabelsLocked(trx: Trx, teamId: number): Promise<number> {
  await trx.selectFrom('teams').select('id').where('id', '=', teamId).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('labels')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Answers undefined when the name is taken. */
export function insertLabel(db: Db, values: { team_id: number; name: string; color: string }) {
  return db
    .insertInto('labels')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning(labelColumns)
    .executeTakeFirst();
}

/** Answers undefined when there is no such label in these teams. */
export function updateLabel(
  db: Db,
  teamIds: number[],
  id: number,
  values: { name?: string; color?: string },
) {
  return db
    .updateTable('labels')
    .set(values)
    .where('id', '=', id)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .returning(labelColumns)
    .executeTakeFirst();
}

/**
 * Locks the bugs that carry a label, so that their status and the like cannot change until it is deleted: what is then
 * subtracted from the label's counts is exactly what was added to them.
 */
export async function lockBugsWithLabel(trx: Trx, teamIds: number[], id: number): Promise<void> {
  await sql`
    with locked as (
      select from bugs
      where team_id = any(${teamIds}) and id in (select bug_id from bug_labels where label_id = ${id})
      order by id for no key update
    )
    select count(*) from locked`.execute(trx);
}

/**
 * The bugs are about to be shown without the label. The label is locked first, so that it is put on no more of them; one
 * that got it after the others had been locked is locked here, out of order, and a deadlock is left to the retry.
 */
export async function raiseRevisionsWithLabel(trx: Trx, teamIds: number[], id: number): Promise<void> {
  await sql`select from labels where id = ${id} and team_id = any(${teamIds}) for update`.execute(trx);
  await sql`
    update bugs set revision = revision + 1
    where team_id = any(${teamIds}) and id in (select bug_id from bug_labels where label_id = ${id})`.execute(
    trx,
  );
}

export async function deleteLabel(db: Db, teamIds: number[], id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('labels')
    .where('id', '=', id)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
