import { type RawBuilder, sql } from 'kysely';

/**
 * Common table expressions for the `with` of a statement that changes bugs; they add to `bug_deltas` what the change means
 * for the counts. Both selections must have the same bugs, before and after the change, with `id`, `team_id`, `project_id`,
 * `status`, `severity`, `assignee_id`, `environment`, `app_version`, `created_at` and `resolved_at`, in this order.
 */
export const countingChange = (before: RawBuilder<unknown>, after: RawBuilder<unknown>) => sql`
  states as materialized (
    select id, team_id, project_id, status, severity, coalesce(assignee_id, 0) as assignee_id, environment, app_version,
      (created_at at time zone 'utc')::date as created_on, (resolved_at at time zone 'utc')::date as resolved_on,
      extract(epoch from resolved_at - created_at)::bigint as resolve_seconds, n
    from (
      select *, -1 as n from (${before}) as before union all select *, 1 from (${after}) as after
    ) as states
  ),
  counted as (
    insert into bug_deltas (team_id, label_id, project_id, status, severity, assignee_id, environment, app_version,
      created_on, resolved_on, resolve_seconds, n)
    select team_id, 0, project_id, status, severity, assignee_id, environment, app_version, created_on, resolved_on,
      resolve_seconds, sum(n)
    from states
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 having sum(n) <> 0
    union all
    select states.team_id, label_id, project_id, status, severity, assignee_id, null, null, null, null, null, sum(n)
    from states join labels_of(array(select id from states where n > 0)) as labelled on labelled.bug_id = states.id
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
  )`;
