import { type Kysely, sql } from 'kysely';

/**
 * Bugs, what people add to them, and the views in which they look at them.
 *
 * A bug has no foreign key to its project: a check for each report would cost more than the row. The usage row is the guard
 * instead. Storing a report locks it, and it is deleted with the project (see deleteProject). What hangs on a bug has no
 * foreign key to it either: whoever writes it locks the bug first, and a bug is deleted together with it (see deleteBugs).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A sequence apart from the table, because dropped reports are answered with an id too.
    create sequence bug_ids;

    create table bugs (
      id bigint primary key,
      team_id bigint not null,
      project_id bigint not null,
      title text not null,
      description text not null,
      status text not null default 'open'
        check (status in ('open', 'in_progress', 'resolved', 'closed', 'wont_fix', 'spam')),
      severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
      environment text,
      app_version text,
      stack_trace text,
      url text,
      user_agent text,
      reporter_email text,
      reporter_identifier text,
      -- JSON as it was sent. As jsonb it would lose the order of its keys and the digits of its numbers.
      extra text,
      assignee_id bigint,
      duplicate_of_id bigint,
      comment_count integer not null default 0,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      -- When the status became resolved; null while it is another.
      resolved_at timestamptz(3)
    ) with (
      -- Index-only scans have to visit the row itself when it was written since the last vacuum, and lists begin with those.
      autovacuum_vacuum_insert_scale_factor = 0.01
    );

    -- Lists scan one of these backwards, from its newest entry. They are covering: the columns of the filters are in them, so
    -- that a filter that matches rarely reads no rows in vain. Only the first two cost a new report anything.
    create index bugs_project on bugs (project_id, id) include (status, severity, assignee_id);
    create index bugs_team on bugs (team_id, status, id) include (project_id, severity, assignee_id);
    create index bugs_assignee on bugs (assignee_id, id) include (team_id, project_id, status, severity)
      where assignee_id is not null;
    create index bugs_duplicates on bugs (duplicate_of_id) where duplicate_of_id is not null;

    create table comments (
      id bigint generated always as identity primary key,
      team_id bigint not null,
      bug_id bigint not null,
      author_id bigint not null references users on delete cascade,
      body text not null,
      via text not null check (via in ('dashboard', 'mcp', 'api')),
      created_at timestamptz(3) not null default now(),
      edited_at timestamptz(3)
    );
    create index comments_bug on comments (bug_id, id);

    create table labels (
      id bigint generated always as identity primary key,
      team_id bigint not null references teams on delete cascade,
      name text not null,
      color text not null,
      created_at timestamptz(3) not null default now()
    );
    create unique index labels_team_name_key on labels (team_id, lower(name));

    create table bug_labels (
      team_id bigint not null,
      bug_id bigint not null,
      label_id bigint not null constraint bug_labels_label_id_fkey references labels on delete cascade,
      primary key (bug_id, label_id)
    );
    create index bug_labels_label on bug_labels (label_id, bug_id);

    -- Saved views are deleted when their owner leaves the team.
    create table saved_views (
      id bigint generated always as identity primary key,
      team_id bigint not null,
      user_id bigint not null,
      name text not null,
      filters jsonb not null,
      is_pinned boolean not null default false,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      foreign key (team_id, user_id) references memberships (team_id, user_id) on delete cascade
    );
    create index saved_views_owner on saved_views (team_id, user_id);
  `.execute(db);
}
