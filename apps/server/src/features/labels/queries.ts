import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { bugsToLock, type LockedBug } from '../activity/change-bugs.ts';
import { noteChangedViews } from '../events/outbox.ts';

/** By id, or by case-insensitive name in the bug's team. */
export type LabelChoice = { id: number } | { name: string };

/** Call before locking bugs, in the same order as the deletion of a label. */
export function lockLabels(trx: Trx, teamIds: number[], choice: LabelChoice) {
  const isChosen =
    'id' in choice ? sql<boolean>`id = ${choice.id}` : sql<boolean>`lower(name) = lower(${choice.name})`;
  return labelsOfTeams(trx, teamIds).where(isChosen).forKeyShare().execute();
}

export const lockLabelsById = (trx: Trx, teamIds: number[], ids: number[]) =>
  labelsToLock(trx, teamIds, ids).forKeyShare().execute();

export const labelsToLock = (trx: Trx, teamIds: number[], ids: number[]) =>
  labelsOfTeams(trx, teamIds).where('id', '=', sql<number>`any(${ids})`);

const labelsOfTeams = (trx: Trx, teamIds: number[]) =>
  lockFrom(trx, 'labels')
    .select(['id', 'team_id'])
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .orderBy('id');

/** Locks bugs with the label in id order, all of them without a limit. */
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

export async function listViewsByLabel(db: Db, teamId: number, labelId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from saved_views where team_id = ${teamId} and ${names(labelId)}`.execute(db);
  return rows.map(({ id }) => id);
}

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
