import { type Kysely, sql } from 'kysely';

/** How many bugs of an environment were created on each day, so that a list of both has a total that is kept (decision 22). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- As in bug_days, project 0 stands for the whole team. Environments have the ids that they have in bug_counts.
    create table environment_days (
      team_id bigint not null,
      environment_id bigint not null,
      project_id bigint not null,
      day date not null,
      ${sql.raw(columns.map(({ name }) => `${name} integer not null,`).join(' '))}
      primary key (team_id, environment_id, project_id, day)
    ) with (fillfactor = 50);

    -- Deltas are deleted when they are folded into the other counts, by nodes of an older version too while one is upgraded.
    create function fold_environment_days() returns trigger language plpgsql as $$
    begin
      insert into environment_days as known
      with summed as materialized (
        select team_id, project_id, environment, created_on, status, severity, sum(n)::integer as n
        from folded where label_id = 0 and environment is not null
        group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
      ),
      -- Hashing a text takes longer than all else, so each is hashed once.
      hashed as materialized (
        select environment, facet_id('environment', environment) as environment_id
        from (select distinct environment from summed) as named
      )
      select team_id, environment_id, case when is_team then 0 else project_id end as project_id, created_on,
        ${sql.raw(columns.map(({ condition }) => `sum(n * (${condition})::integer)`).join(', '))}
      from summed join hashed using (environment)
      cross join (values (true), (false)) as places (is_team)
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (team_id, environment_id, project_id, day) do update
      set ${sql.raw(columns.map(({ name }) => `${name} = known.${name} + excluded.${name}`).join(', '))};
      return null;
    end $$;
    create trigger folded_environment_days after delete on bug_deltas referencing old table as folded
      for each statement execute function fold_environment_days();
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
