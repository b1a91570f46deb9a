import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';

/** Which label becomes which, in one team. */
export interface Merge {
  teamId: number;
  fromId: number;
  intoId: number;
}

const portion = 500;

/** Locks the next bugs that carry the label, in order of their ids, which it answers. */
export async function lockNextBugs(trx: Trx, { teamId, fromId }: Merge, afterId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from bugs
    where team_id = ${teamId} and id in (
      select bug_id from bug_labels where label_id = ${fromId} and bug_id > ${afterId}
      order by bug_id limit ${sql.lit(portion)}
    )
    order by id for no key update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Locks both labels before bugs are locked, so that neither is deleted meanwhile, and says whether both are there. */
export async function keepLabels(trx: Trx, { teamId, fromId, intoId }: Merge): Promise<boolean> {
  const { rows } = await sql`
    select from labels where team_id = ${teamId} and id in (${fromId}, ${intoId}) order by id for key share`.execute(
    trx,
  );
  return rows.length === 2;
}

/**
 * Puts the other label in the place of this one on these bugs, or on all that carry it; both labels and the bugs have to be
 * locked. The triggers of `bug_labels` count both.
 */
export async function moveLabel(
  trx: Trx,
  { fromId, intoId }: Merge,
  bugIds: number[] | 'all',
): Promise<void> {
  const chosen = sql`label_id = ${fromId} and ${bugIds === 'all' ? sql`true` : sql`bug_id = any(${bugIds})`}`;
  await sql`
    insert into bug_labels (team_id, bug_id, label_id)
    select team_id, bug_id, ${intoId}::bigint from bug_labels where ${chosen} order by bug_id
    on conflict do nothing`.execute(trx);
  await sql`
    update bugs set revision = revision + 1 where id in (select bug_id from bug_labels where ${chosen})`.execute(
    trx,
  );
  await sql`delete from bug_labels where ${chosen}`.execute(trx);
}

const names = (labelId: number) => sql`filters -> 'label' @> to_jsonb(${labelId}::bigint)`;

/** The ids of saved views that filter by the label that goes. */
export async function listViews(db: Db, { teamId, fromId }: Merge): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from saved_views where team_id = ${teamId} and ${names(fromId)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A saved view that filters by the label goes on with the other one. */
export async function moveView(db: Db, { fromId, intoId }: Merge, id: number): Promise<void> {
  await sql`
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
    where id = ${id} and ${names(fromId)}`.execute(db);
}

export function findLabel(db: Db, teamId: number, id: number) {
  return db
    .selectFrom('labels')
    .select(['id', 'team_id', 'name', 'color'])
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
}
