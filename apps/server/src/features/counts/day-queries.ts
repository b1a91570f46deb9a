import { type RawBuilder, sql } from 'kysely';
import { severities, statuses } from '../../triage.ts';

/** Columns of `bug_days` and how much a delta adds to them; `spot` is the row that it adds to. */
const dayColumns: Record<string, string> = {
  created: 'is_created',
  resolved: 'is_resolved',
  ...Object.fromEntries(
    statuses.map((status) => [`status_${status}`, `is_created and status = '${status}'`]),
  ),
  ...Object.fromEntries(
    severities.map((severity) => [`severity_${severity}`, `is_created and severity = '${severity}'`]),
  ),
};

const names = Object.keys(dayColumns);

/** What deltas add to `bug_days`: to the row of each day and to that of all days, for the project and for its team. */
export const daysOf = (deltas: RawBuilder<unknown>) => sql`
  select team_id, place.project_id, spot.day, ${sql.raw(
    names
      .map((name) => `coalesce(sum(n) filter (where ${dayColumns[name]}), 0)::integer as ${name}`)
      .join(', '),
  )}
  from ${deltas} as delta
  cross join lateral (values (0), (delta.project_id)) as place (project_id)
  cross join lateral (values
    ('-infinity'::date, true, resolved_on is not null),
    (created_on, true, false),
    (resolved_on, false, true)
  ) as spot (day, is_created, is_resolved)
  where label_id = 0 and spot.day is not null
  group by 1, 2, 3`;

export const addToDays = (deltas: RawBuilder<unknown>) => sql`
  insert into bug_days as known (team_id, project_id, day, ${sql.raw(names.join(', '))})
  ${daysOf(deltas)}
  on conflict (team_id, project_id, day) do update
  set ${sql.raw(names.map((name) => `${name} = known.${name} + excluded.${name}`).join(', '))}`;

/** What deltas add to `resolve_times`. */
export const timesOf = (deltas: RawBuilder<unknown>) => sql`
  select team_id, spot.day, resolve_bucket(resolve_seconds) as bucket, sum(n)::integer as n
  from ${deltas} as delta
  cross join lateral (values ('-infinity'::date), (resolved_on)) as spot (day)
  where label_id = 0 and resolved_on is not null
  group by 1, 2, 3 having sum(n) <> 0`;

export const addToTimes = (deltas: RawBuilder<unknown>) => sql`
  insert into resolve_times as known (team_id, day, bucket, n)
  ${timesOf(deltas)}
  on conflict (team_id, day, bucket) do update set n = known.n + excluded.n`;
