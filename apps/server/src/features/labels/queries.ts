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
 * Locks labels to be deleted or merged, before any bug: from here on they are put on no more bugs. Says whether these teams
 * have all of them.
 */
export async function lockLabels(trx: Trx, teamIds: number[], ids: number[]): Promise<boolean> {
  const { rows } = await sql`
    select from labels where id = any(${ids}) and team_id = any(${teamIds}) order by id for update`.execute(
    trx,
  );
  return rows.length === ids.length;
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

/** The bugs, which are locked, are about to be shown without the label. */
export async function raiseRevisionsWithLabel(trx: Trx, teamIds: number[], id: number): Promise<void> {
  await sql`
    update bugs set revision = revision + 1
    where team_id = any(${teamIds}) and id in (select bug_id from bug_labels where label_id = ${id})`.execute(
    trx,
  );
}

/** One that is locked. It is taken off the bugs that carry it. */
export async function deleteLabel(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('labels').where('id', '=', id).execute();
}
