import type { Severity, Status } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { deleteInPortions } from '../../../db/portions.ts';
import { addToDays, addToTimes } from './days.ts';

export interface CountFilter {
  teamIds: number[];
  projectId?: number | undefined;
  /** Any of these. */
  statuses?: Status[] | undefined;
  /** Any of these. */
  severities?: Severity[] | undefined;
  /** Null counts the bugs that are assigned to nobody. */
  assigneeId?: number | null | undefined;
  labelId?: number | undefined;
  /** In place of a label: what else bugs are counted by. */
  facet?: Facet | undefined;
}

/** A text of a report that bugs with the same one are counted by. */
export interface Facet {
  column: 'environment' | 'app_version';
  value: string;
}

/** How many bugs match a filter, as an expression of SQL. It is exact, because it adds the deltas that are not folded yet. */
export function countOf(filter: CountFilter): RawBuilder<number> {
  const { facet, labelId = 0 } = filter;
  const condition = conditionOf(filter);
  const known = facet
    ? sql`label_id = facet_id(${facet.column}, ${facet.value})`
    : sql`label_id = ${labelId}`;
  const recent = facet
    ? sql`label_id = 0 and ${sql.ref(facet.column)} = ${facet.value}`
    : sql`label_id = ${labelId}`;
  return sql`(
    coalesce((select sum(n) from bug_counts where ${condition} and ${known}), 0)
    + coalesce((select sum(n) from bug_deltas where ${condition} and ${recent}), 0)
  )::bigint`;
}

/** How many bugs carry each of these labels, by its id; labels that no bug carries may be left out. */
export async function countBugsByLabel(
  db: Db,
  labels: { id: number; team_id: number }[],
): Promise<Map<number, number>> {
  const teamIds = [...new Set(labels.map(({ team_id }) => team_id))];
  const labelIds = labels.map(({ id }) => id);
  const { rows } = await sql<{ label_id: number; count: number }>`
    select label_id, sum(n)::bigint as count
    from (
      select team_id, label_id, n from bug_counts union all select team_id, label_id, n from bug_deltas
    ) as counted
    where team_id = any(${teamIds}) and label_id = any(${labelIds})
    group by label_id`.execute(db);
  return new Map(rows.map(({ label_id, count }) => [label_id, count]));
}

/** The conditions on both tables, which have these columns in common. */
function conditionOf(filter: CountFilter): RawBuilder<unknown> {
  const { teamIds, projectId, statuses, severities, assigneeId } = filter;
  const conditions = [sql`team_id = any(${teamIds})`];
  if (projectId !== undefined) conditions.push(sql`project_id = ${projectId}`);
  if (statuses) conditions.push(sql`status = any(${statuses})`);
  if (severities) conditions.push(sql`severity = any(${severities})`);
  if (assigneeId !== undefined) conditions.push(sql`assignee_id = ${assigneeId ?? 0}`);
  return sql.join(conditions, sql` and `);
}

/**
 * Moves up to `limit` committed deltas into the counts and says how many rows they were. Deltas of the same project and
 * assignee are taken together, because they add up to little or nothing.
 */
export async function foldDeltas(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with folded as (
      delete from bug_deltas
      where ctid = any(array(select ctid from bug_deltas order by project_id, assignee_id limit ${limit}))
      returning *
    ),
    summed as materialized (
      select team_id, label_id, project_id, status, severity, assignee_id, environment, app_version, created_on,
        resolved_on, resolve_seconds, sum(n)::integer as n
      from folded group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 having sum(n) <> 0
    ),
    faceted as (
      select team_id, label_id, project_id, status, severity, assignee_id, n from summed
      union all
      ${facetsOf('environment')}
      union all
      ${facetsOf('app_version')}
    ),
    counted as (
      insert into bug_counts as known (team_id, label_id, project_id, status, severity, assignee_id, n)
      select team_id, label_id, project_id, status, severity, assignee_id, sum(n)
      from faceted
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6
      on conflict (team_id, label_id, project_id, status, severity, assignee_id)
      do update set n = known.n + excluded.n
    ),
    dated as (${addToDays(sql`summed`)}),
    timed as (${addToTimes(sql`summed`)})
    select count(*) as folded from folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** What `summed` adds to the counts by a facet. It is added up first: hashing the texts takes longer than all else. */
const facetsOf = (column: Facet['column']) => sql`
      select team_id, facet_id(${sql.lit(column)}, ${sql.ref(column)}), project_id, status, severity, assignee_id, sum(n)
      from summed where ${sql.ref(column)} is not null
      group by team_id, ${sql.ref(column)}, project_id, status, severity, assignee_id having sum(n) <> 0`;

/**
 * Deletes counts that are zero. Those of labels that no longer exist go too: they may not add up to zero if the label was
 * deleted while it was being attached, and nobody asks for them.
 */
export async function deleteEmptyCounts(db: Db): Promise<void> {
  await deleteInPortions(
    db,
    'bug_counts',
    sql`n = 0 or label_id > 0 and not exists (select from labels where labels.id = label_id)`,
  );
  await deleteInPortions(db, 'bug_days', sql`created = 0 and resolved = 0`);
  await deleteInPortions(db, 'environment_days', sql`created = 0`);
  await deleteInPortions(db, 'resolve_times', sql`n = 0`);
}

/**
 * Removes the dead tuples of deltas that have been folded, because every list reads this table and would have to skip them.
 * The file is not truncated, because that needs a lock that everybody else would wait for.
 */
export async function vacuumDeltas(db: Db): Promise<void> {
  await sql`vacuum (truncate false) bug_deltas`.execute(db);
}

/** Whether the file of the table is larger than 8 MiB. Lists read all of it, however few rows it has. */
export async function isDeltasTableLarge(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_large: boolean }>`
    select pg_relation_size('bug_deltas') > 8 * 1024 ^ 2 as is_large`.execute(db);
  return rows[0]?.is_large === true;
}

/**
 * Locks the table against everybody else until the transaction ends. It waits 100 ms for those who are using the table, and
 * throws when they take longer.
 */
export async function lockDeltas(trx: Trx): Promise<void> {
  await sql`set local lock_timeout = '100ms'`.execute(trx);
  await sql`lock table bug_deltas in access exclusive mode`.execute(trx);
}

export async function truncateDeltas(trx: Trx): Promise<void> {
  await sql`truncate bug_deltas`.execute(trx);
}
