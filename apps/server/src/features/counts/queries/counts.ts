import type { Severity, Status } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { deleteInPortions } from '../../../db/portions.ts';
import { addToDays, addToTimes } from './days.ts';

export interface CountFilter {
  teamIds: number[];
  projectId?: number | undefined;
  status?: Status | undefined;
  severity?: Severity | undefined;
  /** Null for nobody. */
  assigneeId?: number | null | undefined;
  labelId?: number | undefined;
}

/** How many bugs there are, at this moment and exactly. */
export async function countBugs(db: Db, filter: CountFilter): Promise<number> {
  const [total = 0] = await countEach(db, [filter]);
  return total;
}

/** The same for any number of filters, in their order. */
export async function countEach(db: Db, filters: CountFilter[]): Promise<number[]> {
  if (filters.length === 0) return [];
  const counts = filters.map((filter) => {
    const condition = conditionOf(filter);
    return sql`(
      coalesce((select sum(n) from bug_counts where ${condition}), 0)
      + coalesce((select sum(n) from bug_deltas where ${condition}), 0)
    )::bigint`;
  });
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db);
  return rows[0]?.counts ?? [];
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

function conditionOf(filter: CountFilter): RawBuilder<unknown> {
  const { teamIds, projectId, status, severity, assigneeId, labelId = 0 } = filter;
  const conditions = [sql`team_id = any(${teamIds})`, sql`label_id = ${labelId}`];
  if (projectId !== undefined) conditions.push(sql`project_id = ${projectId}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (severity !== undefined) conditions.push(sql`severity = ${severity}`);
  if (assigneeId !== undefined) conditions.push(sql`assignee_id = ${assigneeId ?? 0}`);
  return sql.join(conditions, sql` and `);
}

/**
 * Moves some of what has been committed since the last time into the counts; says how many rows that were. Those that are
 * about the same things go together, because they add up to little or nothing.
 */
export async function foldDeltas(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with folded as (
      delete from bug_deltas
      where ctid = any(array(select ctid from bug_deltas order by project_id, assignee_id limit ${limit}))
      returning *
    ),
    summed as materialized (
      select team_id, label_id, project_id, status, severity, assignee_id, created_on, resolved_on, resolve_seconds,
        sum(n)::integer as n
      from folded group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(n) <> 0
    ),
    counted as (
      insert into bug_counts as known (team_id, label_id, project_id, status, severity, assignee_id, n)
      select team_id, label_id, project_id, status, severity, assignee_id, sum(n)
      from summed
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6
      on conflict (team_id, label_id, project_id, status, severity, assignee_id)
      do update set n = known.n + excluded.n
    ),
    dated as (${addToDays(sql`summed`)}),
    timed as (${addToTimes(sql`summed`)})
    select count(*) as folded from folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Those of a label that was deleted while it was being attached need not add up to nothing; nobody asks for them. */
export async function deleteEmptyCounts(db: Db): Promise<void> {
  await deleteInPortions(
    db,
    'bug_counts',
    sql`n = 0 or label_id <> 0 and not exists (select from labels where labels.id = label_id)`,
  );
  await deleteInPortions(db, 'bug_days', sql`created = 0 and resolved = 0`);
  await deleteInPortions(db, 'resolve_times', sql`n = 0`);
}

/**
 * Lists read this table each time; the rows that have been folded must not lie in their way. Giving space back would need
 * a lock that everybody else waits behind.
 */
export async function vacuumDeltas(db: Db): Promise<void> {
  await sql`vacuum (truncate false) bug_deltas`.execute(db);
}

/** Lists would read all of it, however few rows it has. */
export async function isDeltasTableLarge(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_large: boolean }>`
    select pg_relation_size('bug_deltas') > 8 * 1024 ^ 2 as is_large`.execute(db);
  return rows[0]?.is_large === true;
}

/** Nobody can use the table until the transaction ends; waits a moment for those who do, and throws when it takes longer. */
export async function lockDeltas(trx: Trx): Promise<void> {
  await sql`set local lock_timeout = '100ms'`.execute(trx);
  await sql`lock table bug_deltas in access exclusive mode`.execute(trx);
}

export async function truncateDeltas(trx: Trx): Promise<void> {
  await sql`truncate bug_deltas`.execute(trx);
}
