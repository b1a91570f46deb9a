import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { severities, statuses } from '../../triage.ts';
import { daysOf, timesOf } from '../counts/day-queries.ts';
import type { Range, TeamStats } from './schema.ts';

type StatsRow = Pick<TeamStats, 'total' | 'by_status' | 'by_severity' | 'by_project' | 'per_day'> & {
  seconds_to_resolve: number | null;
};

/**
 * One statement, so that what has been folded and what has not are seen at the same moment: then every count is exact.
 * It reads some rows for each day and project, however many bugs there are.
 */
export async function selectTeamStats(db: Db, teamId: number, range: Range): Promise<StatsRow> {
  const deltas = sql`(select * from bug_deltas where team_id = ${teamId})`;
  const { rows } = await sql<StatsRow>`
    with recent_days as materialized (${daysOf(deltas)}),
    recent_times as materialized (${timesOf(deltas)}),
    days as not materialized (
      select * from bug_days where team_id = ${teamId} union all select * from recent_days
    ),
    times as (
      select bucket, sum(n) as n
      from (select * from resolve_times where team_id = ${teamId} union all select * from recent_times) as times
      where ${isIn(range, 'day')} group by bucket having sum(n) > 0
    )
    select total, by_status, by_severity, (${byProject(teamId, range)}) as by_project,
      (${perDay(range)}) as per_day, (${medianSeconds(teamId, range)})::float8 as seconds_to_resolve
    from (${totals(range)}) as totals`.execute(db);
  return rows[0] as StatsRow;
}

const today = sql`(now() at time zone 'utc')::date`;
const lengths = { week: 7, month: 30, all: 365 };

const firstDay = (range: Range) => sql`${today} - ${sql.lit(lengths[range] - 1)}`;

/** Which rows of a table by days to add up. */
const isIn = (range: Range, column: string) =>
  range === 'all'
    ? sql`${sql.ref(column)} = '-infinity'`
    : sql`${sql.ref(column)} between ${firstDay(range)} and ${today}`;

const sums = (prefix: string, names: readonly string[]) =>
  sql.raw(
    `json_build_object(${names.map((name) => `'${name}', coalesce(sum(${prefix}_${name}), 0)`).join(', ')})`,
  );

const totals = (range: Range) => sql`
  select coalesce(sum(created), 0)::integer as total, ${sums('status', statuses)} as by_status,
    ${sums('severity', severities)} as by_severity
  from days where project_id = 0 and ${isIn(range, 'day')}`;

const byProject = (teamId: number, range: Range) => sql`
  select coalesce(json_agg(json_build_object('project_id', id, 'name', name, 'count', count) order by count desc, id), '[]')
  from projects
  cross join lateral (
    select coalesce(sum(created), 0) as count from days where project_id = projects.id and ${isIn(range, 'day')}
  ) as counted
  where team_id = ${teamId}`;

const perDay = (range: Range) => sql`
  select json_agg(json_build_object('date', day::date, 'created', coalesce(created, 0), 'resolved', coalesce(resolved, 0))
    order by day)
  from generate_series(${firstDay(range)}, ${today}, interval '1 day') as calendar (day)
  left join (
    select day::timestamp, sum(created) as created, sum(resolved) as resolved from days
    where project_id = 0 and day between ${firstDay(range)} and ${today} group by 1
  ) as counted using (day)`;

const secondsToResolve = sql`extract(epoch from resolved_at - created_at)::bigint`;

/**
 * The histogram tells in which bucket the middle is and how many there are before it; within the bucket the bugs are
 * looked at. The middle of an even number is two bugs, which can be in two buckets.
 */
const medianSeconds = (teamId: number, range: Range) => sql`
  with ranked as (
    select bucket, n, sum(n) over (order by bucket) - n as before, sum(n) over () as total from times
  ),
  middle as (
    select array_agg(bucket) as buckets, div(min(total) - 1, 2) - min(before) as skipped,
      case when min(total) % 2 = 0 then 2 else 1 end as wanted
    from ranked where before <= div(total, 2) and before + n > div(total - 1, 2)
  )
  select avg(greatest(seconds, 0))
  from middle cross join lateral (
    select ${secondsToResolve} as seconds from bugs
    where team_id = ${teamId} and resolved_at is not null
      and resolve_bucket(${secondsToResolve}) = any(buckets)
      ${range === 'all' ? sql`` : sql`and (resolved_at at time zone 'utc')::date between ${firstDay(range)} and ${today}`}
    order by seconds offset skipped limit wanted
  ) as bugs_in_the_middle`;
