import { severities, statuses } from '@skep/vocabulary';

const today = `(now() at time zone 'utc')::date`;
const firstDay = `${today} - 6`;
const isInWeek = (column: string) => `${column} between ${firstDay} and ${today}`;

const counts = [
  ...statuses.map((value) => ({ column: 'status', value, name: `status_${value}` })),
  ...severities.map((value) => ({ column: 'severity', value, name: `severity_${value}` })),
];

const sums = (of: string) =>
  `json_build_object(${counts
    .filter(({ column }) => column === of)
    .map(({ value, name }) => `'${value}', coalesce(sum(${name}), 0)`)
    .join(', ')})`;

/**
 * The best statement that we know for the stats of a week (see statements.ts). The median is that of the few bugs in the bucket
 * of the histogram, or the two, that it must be in.
 */
export const statsOfWeek = (team: string) => `
  with recent as materialized (
    select project_id, status, severity, created_on, resolved_on, resolve_seconds, n from bug_deltas
    where team_id = ${team} and label_id = 0 and (${isInWeek('created_on')} or ${isInWeek('resolved_on')})
  ),
  days as materialized (
    select * from bug_days where team_id = ${team} and project_id = 0 and ${isInWeek('day')}
  ),
  totals as (
    select coalesce(sum(created), 0) as total, ${sums('status')} as by_status, ${sums('severity')} as by_severity
    from (
      select created, ${counts.map(({ name }) => name).join(', ')} from days
      union all
      select n, ${counts.map(({ column, value }) => `n * (${column} = '${value}')::integer`).join(', ')}
      from recent where ${isInWeek('created_on')}
    ) as counted
  ),
  times as (
    select bucket, sum(n) as n
    from (
      select bucket, n from resolve_times where team_id = ${team} and project_id = 0 and ${isInWeek('day')}
      union all
      select resolve_bucket(resolve_seconds) / 4 * 4, n from recent where ${isInWeek('resolved_on')}
    ) as times
    group by bucket having sum(n) > 0
  ),
  ranked as (
    select bucket, n, sum(n) over (order by bucket) - n as before, sum(n) over () as total from times
  ),
  middle as (
    select array(select generate_series(min(bucket), max(bucket) + 3)) as buckets,
      (div(min(total) - 1, 2) - min(before))::bigint as skipped, (2 - min(total) % 2)::bigint as wanted
    from ranked where before <= div(total, 2) and before + n > div(total - 1, 2)
  )
  select json_build_object(
    'range', 'week', 'total', total, 'open_count', by_status -> 'open', 'by_status', by_status, 'by_severity', by_severity,
    'by_project', (
      select coalesce(json_agg(json_build_object('project_id', id, 'name', name, 'count', count) order by count desc, id), '[]')
      from (
        select id, name, coalesce((
            select sum(created) from bug_days where team_id = ${team} and project_id = projects.id and ${isInWeek('day')}
          ), 0) + coalesce((
            select sum(n) from recent where project_id = projects.id and ${isInWeek('created_on')}
          ), 0) as count
        from projects where team_id = ${team} offset 0
      ) as counted
    ),
    'per_day', (
      select json_agg(json_build_object('date', day, 'created', created, 'resolved', resolved) order by day)
      from (
        select day, sum(created) as created, sum(resolved) as resolved
        from (
          select ${firstDay} + nth as day, 0 as created, 0 as resolved from generate_series(0, 6) as nth
          union all
          select day, created, resolved from days
          union all
          select created_on, n, 0 from recent where ${isInWeek('created_on')}
          union all
          select resolved_on, 0, n from recent where ${isInWeek('resolved_on')}
        ) as days
        group by day
      ) as counted
    ),
    'median_hours_to_resolve', (
      select (floor(avg(greatest(extract(epoch from took)::bigint, 0)) / 36 + 0.5) / 100)::float8
      from middle cross join lateral (
        select resolved_at - created_at as took from bugs
        where team_id = ${team} and resolved_at is not null
          and resolve_bucket(extract(epoch from resolved_at - created_at)::bigint) = any(buckets)
          and ${isInWeek(`(resolved_at at time zone 'utc')::date`)}
        order by took offset skipped limit wanted
      ) as bugs_in_the_middle
    )
  ) as answer
  from totals`;
