import { type Kysely, sql } from 'kysely';

/**
 * Counts the bugs that there were before `environment_days` was. What deltas still hold is subtracted, because folding will
 * add it, and so is what has been folded since. All of it is seen at one moment, so nobody has to wait meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Nobody queues behind this, so it may wait for rows that are being folded.
    set local lock_timeout = 0;
    with counted as (
      select team_id, project_id, environment, (created_at at time zone 'utc')::date as day, status, severity, count(*) as n
      from bugs where environment is not null group by 1, 2, 3, 4, 5, 6
      union all
      select team_id, project_id, environment, created_on, status, severity, -sum(n)
      from bug_deltas where label_id = 0 and environment is not null group by 1, 2, 3, 4, 5, 6
    ),
    hashed as materialized (
      select environment, facet_id('environment', environment) as environment_id
      from (select distinct environment from counted) as named
    ),
    added as (
      select team_id, environment_id, case when is_team then 0 else project_id end as project_id, day,
        ${sql.raw(columns.map(({ name, condition }) => `n * (${condition})::integer as ${name}`).join(', '))}
      from counted join hashed using (environment) cross join (values (true), (false)) as places (is_team)
      union all
      select team_id, environment_id, project_id, day, ${sql.raw(columns.map(({ name }) => `-${name}`).join(', '))}
      from environment_days
    )
    insert into environment_days as known
    select team_id, environment_id, project_id, day, ${sql.raw(columns.map(({ name }) => `sum(${name})`).join(', '))}
    from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (team_id, environment_id, project_id, day) do update
    set ${sql.raw(columns.map(({ name }) => `${name} = known.${name} + excluded.${name}`).join(', '))}
  `.execute(db);
}

const statuses = ['open', 'in_progress', 'resolved', 'closed', 'wont_fix', 'spam'];
const severities = ['low', 'medium', 'high', 'critical'];
/** The columns of the table that count bugs, each with the condition under which a bug is counted in it. */
const columns = [
  { name: 'created', condition: 'true' },
  ...statuses.map((status) => ({ name: `status_${status}`, condition: `status = '${status}'` })),
  ...severities.map((severity) => ({ name: `severity_${severity}`, condition: `severity = '${severity}'` })),
];
