import { type Kysely, sql } from 'kysely';

/** Of which months the log has told that a project's reports are dropped, and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table drop_notices (
      team_id bigint not null,
      project_id bigint not null,
      month text not null,
      reason text not null check (reason in ('quota', 'blocklist')),
      created_at timestamptz(3) not null default now(),
      primary key (project_id, month, reason),
      constraint drop_notices_project_fkey
        foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
    );
  `.execute(db);
}
