import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { bugsToLock, type LockedBug } from '../activity/change-bugs.ts';
import { noteCatalogueChange, noteChangedViews } from '../events/outbox.ts';

const labels = (db: Db) =>
  db
    .selectFrom('labels')
    .select(({ selectFrom, fn }) => [
      'id',
      'team_id',
      'name',
      'color',
      selectFrom('bug_labels')
        .select(fn.countAll<number>().as('count'))
        .whereRef('label_id', '=', 'labels.id')
        .$castTo<{ count: number }>()
        .as('bug_count'),
    ])
    .$narrowType<{ bug_count: number }>();

export function listLabels(db: Db, teamId: number) {
  return labels(db).where('team_id', '=', teamId).orderBy('id', 'desc').execute();
}

export function selectLabel(db: Db, id: number) {
  return labels(db).where('id', '=', id).executeTakeFirstOrThrow();
}

export async function countLabels(trx: Trx, teamId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('labels')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasLabels(db: Db, teamId: number, ids: number[]): Promise<boolean> {
  const labels = db.selectFrom('labels').select('id').where('team_id', '=', teamId);
  return (await labels.where('id', 'in', ids).execute()).length === ids.length;
}

/** Returns undefined if the name is taken. */
export async function insertLabel(trx: Trx, values: { team_id: number; name: string; color: string }) {
  const label = await trx
    .insertInto('labels')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'team_id', 'name', 'color'])
    .executeTakeFirst();
  if (label) await noteCatalogueChange(trx, 'labels', label.team_id);
  return label;
}

/** Returns whether these teams have the label. */
export async function updateLabel(
  db: Db,
  teamIds: number[],
  id: number,
  values: { name?: string; color?: string },
): Promise<boolean> {
  const updated = await db
    .updateTable('labels')
    .set(values)
    .where('id', '=', id)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .returning('team_id')
    .executeTakeFirst();
  if (updated) await noteCatalogueChange(db, 'labels', updated.team_id);
  return updated !== undefined;
}

/** A label by its id, or by its name in the team of the bug, whatever its case. */
export type LabelChoice = { id: number } | { name: string };

/**
 * Locks labels, so that they are not deleted before the transaction ends. It has to be called before bugs are locked, because
 * whoever deletes a label does so, too.
 */
export function lockLabels(trx: Trx, teamIds: number[], choice: LabelChoice) {
  const isChosen =
    'id' in choice ? sql<boolean>`id = ${choice.id}` : sql<boolean>`lower(name) = lower(${choice.name})`;
  return lockFrom(trx, 'labels')
    .select(['id', 'team_id'])
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .where(isChosen)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

export function lockLabelsById(trx: Trx, teamIds: number[], ids: number[]) {
  return lockFrom(trx, 'labels')
    .select(['id', 'team_id'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Locks labels of which one is about to be deleted: from here on they are put on no more bugs. Says whether all are there. */
export async function lockToDelete(trx: Trx, teamIds: number[], ids: number[]): Promise<boolean> {
  const rows = await lockFrom(trx, 'labels')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.length === ids.length;
}

export async function deleteLabel(trx: Trx, id: number): Promise<void> {
  const deleted = await trx.deleteFrom('labels').where('id', '=', id).returning('team_id').execute();
  for (const { team_id } of deleted) await noteCatalogueChange(trx, 'labels', team_id);
}

/** Locks the next bugs that carry a label, in order of their ids; all of them without a limit. */
export function lockBugsWithLabel(
  trx: Trx,
  teamIds: number[],
  labelId: number,
  { afterId = 0, limit = Number.MAX_SAFE_INTEGER } = {},
): Promise<LockedBug[]> {
  return bugsToLock(trx)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bug_labels')
        .select('bug_id')
        .where('label_id', '=', labelId)
        .where('bug_id', '>', afterId)
        .orderBy('bug_id')
        .limit(limit),
    )
    .execute();
}

const names = (labelId: number) => sql`filters -> 'label' @> to_jsonb(${labelId}::bigint)`;

/** The ids of saved views that filter by a label. */
export async function listViewsByLabel(db: Db, teamId: number, labelId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from saved_views where team_id = ${teamId} and ${names(labelId)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Has a saved view filter by another label in the place of this one. */
export async function moveView(db: Db, id: number, fromId: number, intoId: number): Promise<void> {
  const { rows } = await sql<{ team_id: number; user_id: number }>`
    update saved_views set updated_at = now(), filters = jsonb_set(filters, '{label}', case jsonb_typeof(filters -> 'label')
      when 'array' then (
        select jsonb_agg(id order by first) from (
          select case when each.id = ${fromId}::bigint then ${intoId}::bigint else each.id end as id, min(n) as first
          from jsonb_array_elements_text(filters -> 'label') with ordinality as listed (text, n)
          cross join lateral (select listed.text::bigint as id) as each
          group by 1
        ) as merged
      )
      else to_jsonb(${intoId}::bigint) end)
    where id = ${id} and ${names(fromId)}
    returning team_id, user_id`.execute(db);
  for (const { team_id, user_id } of rows) await noteChangedViews(db, team_id, user_id);
}
