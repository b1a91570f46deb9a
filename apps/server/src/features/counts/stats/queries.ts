import { type StatsRange, severities, statuses } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { argument, prepareStatement } from '../../../db/statements.ts';
import { bucketsOfDay, dayCounts, daysOf, timesOf } from '../queries/days.ts';
import type { TeamStats } from './schema.ts';

/** What is counted, as it stands in a statement: a whole team, or one of its projects. */
interface Place {
  teamId: RawBuilder<number>;
  projectId: RawBuilder<number> | undefined;
}

type StatsRow = Pick<TeamStats, 'total' | 'by_status' | 'by_severity' | 'by_project' | 'per_day'> & {
  seconds_to_resolve: number | null;
};

/**
 * Counts a team's bugs in a single statement, so that folded counts and deltas are read from the same snapshot: this makes
 * every count exact. It reads a row for each day and project, however many bugs there are.
 */
export async function selectTeamStats(
  db: Db,
  teamId: number,
  projectId: number | undefined,
  range: StatsRange,
): Promise<StatsRow> {
  const { ofTeam, ofProject } = statements[range];
  const [row] =
    projectId === undefined ? await ofTeam(db, [teamId]) : await ofProject(db, [teamId, projectId]);
  return row as StatsRow;
}

const selectStats = (place: Place, range: StatsRange) => sql<StatsRow>`
  with days as materialized (${selectDays(place, range)}),
  times as (${selectTimes(place, range)}),
  totals as (
    select coalesce(sum(created), 0)::integer as total, ${sums('status', statuses)} as by_status,
      ${sums('severity', severities)} as by_severity
    from days where ${isThere(place)} and ${isIn(range)}
  )
  select total, by_status, by_severity, (${byProject(place, range)}) as by_project, (${perDay(place, range)}) as per_day,
    (${medianSeconds(place, range)})::float8 as seconds_to_resolve
  from totals`;

const team = { teamId: argument(1, 'bigint'), projectId: undefined };
const project = { teamId: argument(1, 'bigint'), projectId: argument(2, 'bigint') };

const statementsFor = (range: StatsRange) => ({
  ofTeam: prepareStatement(() => selectStats(team, range)),
  ofProject: prepareStatement(() => selectStats(project, range)),
});

const statements = {
  week: statementsFor('week'),
  month: statementsFor('month'),
  all: statementsFor('all'),
};

const daysListed = { week: 7, month: 30, all: 365 };
const today = sql`(now() at time zone 'utc')::date`;
const firstDay = (range: StatsRange) => sql`${today} - ${sql.lit(daysListed[range] - 1)}`;
const isListed = (range: StatsRange) => sql`day between ${firstDay(range)} and ${today}`;

/** Which rows of a range are to be added up. The sum over all days is kept in a row of its own, at `-infinity`. */
const isIn = (range: StatsRange) => (range === 'all' ? sql`day = '-infinity'` : isListed(range));

/** The whole team is kept as its project 0. */
const isThere = ({ projectId = sql`0` }: Place) => sql`project_id = ${projectId}`;

const deltasOf = (teamId: RawBuilder<number>) => sql`(select * from bug_deltas where team_id = ${teamId})`;

/** The rows of `bug_days` that are needed, of the team and of each of its projects, and what the deltas add to them. */
function selectDays(place: Place, range: StatsRange) {
  const { teamId } = place;
  const known = sql`select team_id, project_id, day, ${dayCounts} from bug_days where team_id = ${teamId}`;
  const everyPlace = sql`project_id = any(0::bigint || array(select id from projects where team_id = ${teamId}))`;
  const listed =
    range === 'all' ? sql`${known} and ${isThere(place)} and ${isListed(range)} union all` : sql``;
  return sql`${listed} ${known} and ${everyPlace} and ${isIn(range)} union all ${daysOf(deltasOf(teamId))}`;
}

/** A histogram of the bugs that were resolved in the range, by how long that took. */
const selectTimes = (place: Place, range: StatsRange) => sql`
  select bucket, sum(n)::integer as n
  from (
    select bucket, n from resolve_times where team_id = ${place.teamId} and ${isThere(place)} and ${isIn(range)}
    union all
    select bucket, n from (${timesOf(deltasOf(place.teamId))}) as recent where ${isThere(place)} and ${isIn(range)}
  ) as times
  group by bucket having sum(n) > 0`;

const sums = (prefix: string, names: readonly string[]) =>
  sql.raw(
    `json_build_object(${names.map((name) => `'${name}', coalesce(sum(${prefix}_${name}), 0)`).join(', ')})`,
  );

const byProject = ({ teamId, projectId }: Place, range: StatsRange) => sql`
  select coalesce(json_agg(json_build_object('project_id', id, 'name', name, 'count', count) order by count desc, id), '[]')
  from (
    select projects.id, name, coalesce(sum(created), 0) as count
    from projects left join days on days.project_id = projects.id and ${isIn(range)}
    where projects.team_id = ${teamId} ${projectId === undefined ? sql`` : sql`and projects.id = ${projectId}`}
    group by projects.id
  ) as counted`;

const perDay = (place: Place, range: StatsRange) => sql`
  select json_agg(json_build_object('date', day, 'created', created, 'resolved', resolved) order by day)
  from (
    select day, sum(created) as created, sum(resolved) as resolved
    from (
      select ${firstDay(range)} + nth as day, 0 as created, 0 as resolved
      from generate_series(0, ${sql.lit(daysListed[range] - 1)}) as nth
      union all
      select day, created, resolved from days where ${isThere(place)} and ${isListed(range)}
    ) as days
    group by day
  ) as counted`;

/**
 * The exact median. The histogram tells which bucket the median is in and how many bugs come before that bucket, so only
 * the bugs of that bucket have to be read and sorted. The median of an even number is the mean of two bugs, which can be in
 * two buckets with nothing between them.
 */
const medianSeconds = ({ teamId, projectId }: Place, range: StatsRange) => sql`
  with ranked as (
    select bucket, n, sum(n) over (order by bucket) - n as before, sum(n) over () as total from times
  ),
  middle as (
    select array(select generate_series(min(bucket), max(bucket) + ${sql.lit(range === 'all' ? 0 : bucketsOfDay - 1)})) as buckets,
      (min(total) - 1) / 2 - min(before) as skipped, 2 - min(total) % 2 as wanted
    from ranked where before <= total / 2 and before + n > (total - 1) / 2
  )
  select avg(greatest(extract(epoch from took)::bigint, 0))
  from middle cross join lateral (
    select resolved_at - created_at as took from bugs
    where team_id = ${teamId} and resolved_at is not null ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`}
      and resolve_bucket(extract(epoch from resolved_at - created_at)::bigint) = any(buckets)
      ${range === 'all' ? sql`` : sql`and (resolved_at at time zone 'utc')::date between ${firstDay(range)} and ${today}`}
    order by took offset skipped limit wanted
  ) as bugs_in_the_middle`;
