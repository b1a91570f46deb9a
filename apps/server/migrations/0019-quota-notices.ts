import { type Kysely, sql } from 'kysely';

/** Of which months the owners of a project have been told that it has used up much, or all, of its reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quota_notices (
      team_id bigint not null,
      project_id bigint not null,
      month text not null,
      -- In percent of the month.
      level integer not null check (level in (80, 100)),
      created_at timestamptz(3) not null default now(),
      primary key (project_id, month, level),
      constraint quota_notices_project_fkey
        foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
    );
  `.execute(db);
}
