import {
  severities as allSeverities,
  statuses as allStatuses,
  type Severity,
  type Status,
} from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';

/** The columns of `bug_days` that count bugs, each with the condition under which a bug is counted in it. */
const counts: Record<string, string> = {
  created: 'is_created',
  resolved: 'is_resolved',
  ...Object.fromEntries(
    allStatuses.map((status) => [`status_${status}`, `is_created and status = '${status}'`]),
  ),
  ...Object.fromEntries(
    allSeverities.map((severity) => [`severity_${severity}`, `is_created and severity = '${severity}'`]),
  ),
};

const forEachCount = (write: (name: string, condition: string) => string) =>
  sql.raw(
    Object.entries(counts)
      .map(([name, condition]) => write(name, condition))
      .join(', '),
  );

export const dayCounts = forEachCount((name) => name);

/**
 * What deltas add to `bug_days`. A bug counts in three rows, which `spot` tells apart: the row of all days, that of the day
 * of its creation and that of the day it was resolved; and it does so twice, for its project and for its team. A lateral
 * join with the values of each row would be clearer, but is ten times slower.
 */
export const daysOf = (deltas: RawBuilder<unknown>) => sql`
  select team_id, case when is_team then 0 else project_id end as project_id, day,
    ${forEachCount((name, condition) => `n * (${condition})::integer as ${name}`)}
  from (
    select *, spot <> 'resolved' as is_created,
      spot = 'resolved' or spot = 'all' and resolved_on is not null as is_resolved,
      case spot when 'all' then '-infinity' when 'created' then created_on else resolved_on end as day
    from (
      select team_id, project_id, status, severity, created_on, resolved_on, sum(n)::integer as n
      from ${deltas} as delta where label_id = 0
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    ) as delta
    cross join (values ('all'), ('created'), ('resolved')) as spots (spot)
  ) as delta
  cross join (values (true), (false)) as places (is_team)
  where day is not null`;

/** Which days are counted, and which of the bugs that were created on them. */
interface DaysFilter {
  teamIds: number[];
  projectId?: number | undefined;
  /** Midnight, UTC, of the first day, and of the day after the last one. */
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  /** Any of these statuses, or any of these severities: bugs are not counted by both. */
  statuses?: Status[] | undefined;
  severities?: Severity[] | undefined;
  environment?: string | undefined;
}

/** How many bugs were created on some days, as an expression of SQL. It is exact, as `countOf` is. */
export function countOfDays(filter: DaysFilter): RawBuilder<number> {
  const { teamIds, projectId = 0, createdAfter, createdBefore, statuses, severities, environment } = filter;
  const columns = statuses?.map((name) => `status_${name}`) ?? severities?.map((name) => `severity_${name}`);
  const count = sql.raw((columns ?? ['created']).join(' + '));
  const isOfTeams = sql`team_id = any(${teamIds})`;
  const [known, recent] =
    environment === undefined
      ? [sql`bug_days where ${isOfTeams}`, sql`bug_deltas where ${isOfTeams}`]
      : [
          sql`environment_days where ${isOfTeams} and environment_id = facet_id('environment', ${environment})`,
          sql`bug_deltas where ${isOfTeams} and environment = ${environment}`,
        ];
  return sql`coalesce((
    select sum(n) from (
      select project_id, day, ${count} as n from ${known}
      union all
      select project_id, day, ${count} from (${daysOf(sql`(select * from ${recent})`)}) as recent
    ) as days
    where project_id = ${projectId} and day >= ${dayOf(createdAfter) ?? firstDay} and day < ${dayOf(createdBefore) ?? 'infinity'}
  ), 0)::bigint`;
}

/** Later than `-infinity`, which stands for all days together. */
const firstDay = '1970-01-01';

const dayOf = (midnight: Date | undefined) => midnight?.toISOString().slice(0, 10);

export const addToDays = (deltas: RawBuilder<unknown>) => sql`
  insert into bug_days as known (team_id, project_id, day, ${dayCounts})
  select team_id, project_id, day, ${forEachCount((name) => `sum(${name})`)}
  from (${daysOf(deltas)}) as days
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (team_id, project_id, day) do update
  set ${forEachCount((name) => `${name} = known.${name} + excluded.${name}`)}`;

/** The rows of single days use only every fourth bucket of the histogram, which keeps them few. */
export const bucketsOfDay = 4;

/** What deltas add to `resolve_times`, the histograms of how long bugs took to be resolved. */
export const timesOf = (deltas: RawBuilder<unknown>) => sql`
  select team_id, case when is_team then 0 else project_id end as project_id,
    case when is_all then '-infinity' else resolved_on end as day,
    case when is_all then bucket else bucket - bucket % ${sql.lit(bucketsOfDay)} end as bucket, n
  from (
    select team_id, project_id, resolved_on, resolve_bucket(resolve_seconds) as bucket, sum(n)::integer as n
    from ${deltas} as delta where label_id = 0 and resolved_on is not null
    group by 1, 2, 3, 4 having sum(n) <> 0
  ) as delta
  cross join (values (true), (false)) as days (is_all)
  cross join (values (true), (false)) as places (is_team)`;

export const addToTimes = (deltas: RawBuilder<unknown>) => sql`
  insert into resolve_times as known (team_id, project_id, day, bucket, n)
  select team_id, project_id, day, bucket, sum(n) from (${timesOf(deltas)}) as times
  group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
  on conflict (team_id, project_id, day, bucket) do update set n = known.n + excluded.n`;
