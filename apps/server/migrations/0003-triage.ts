import { type Kysely, sql } from 'kysely';

/**
 * Labels, comments and views; and counts of bugs that are exact and cheap. Every change of a bug leaves rows in
 * `bug_deltas`, in its own transaction and without waiting for anybody; a job folds them into `bug_counts`. What there is
 * at any moment is the sum of both.
 *
 * `comments` and `bug_labels` have no foreign key to their bug: whoever writes them locks the bug first, and a bug is
 * deleted together with them (see deleteBugs).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bugs add column resolved_at timestamptz(3);

    -- Lists walk one of these from its newest end; the filters' columns are in them, so that a filter that hits rarely
    -- reads no rows in vain. Only the first two cost a new report anything.
    drop index bugs_project;
    create index bugs_project on bugs (project_id, id) include (status, severity, assignee_id);
    create index bugs_team on bugs (team_id, status, id) include (project_id, severity, assignee_id);
    create index bugs_assignee on bugs (assignee_id, id) where assignee_id is not null;
    create index bugs_duplicates on bugs (duplicate_of_id) where duplicate_of_id is not null;

    -- Ids are given out before they are committed, so they do not tell what is new. Transactions that have ended before
    -- the oldest one that is still running do: see features/events.
    alter table activity add column xid xid8 not null default pg_current_xact_id();
    create index activity_xid on activity (xid, id);

    create table labels (
      id bigint generated always as identity primary key,
      team_id bigint not null references teams on delete cascade,
      name text not null,
      color text not null,
      created_at timestamptz(3) not null default now()
    );
    create unique index labels_team_name_key on labels (team_id, lower(name));

    create table bug_labels (
      bug_id bigint not null,
      label_id bigint not null references labels on delete cascade,
      primary key (bug_id, label_id)
    );
    create index bug_labels_label on bug_labels (label_id, bug_id);

    create table comments (
      id bigint generated always as identity primary key,
      bug_id bigint not null,
      author_id bigint not null references users on delete cascade,
      body text not null,
      via text not null check (via in ('dashboard', 'mcp', 'api')),
      created_at timestamptz(3) not null default now(),
      edited_at timestamptz(3)
    );
    create index comments_bug on comments (bug_id, id);

    -- They go when their owner leaves the team.
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

    -- A bug counts once for itself (label 0), and once for each of its labels. Nobody is assignee 0.
    create table bug_counts (
      team_id bigint not null,
      label_id bigint not null,
      project_id bigint not null,
      status text not null,
      severity text not null,
      assignee_id bigint not null,
      n bigint not null,
      primary key (team_id, label_id, project_id, status, severity, assignee_id)
    ) with (fillfactor = 50);

    -- The days (UTC) and the seconds that it took to resolve it are there for the row of the bug itself.
    create table bug_deltas (
      team_id bigint not null,
      label_id bigint not null default 0,
      project_id bigint not null,
      status text not null,
      severity text not null,
      assignee_id bigint not null default 0,
      created_on date,
      resolved_on date,
      resolve_seconds bigint,
      n integer not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = false);

    -- Bugs that are stored or changed are counted by the statement that does it; deleted ones may go in many ways.
    create function count_deleted_bugs() returns trigger language plpgsql as $$
    begin
      insert into bug_deltas (team_id, label_id, project_id, status, severity, assignee_id, created_on, resolved_on,
        resolve_seconds, n)
      select team_id, 0, project_id, status, severity, coalesce(assignee_id, 0), (created_at at time zone 'utc')::date,
        (resolved_at at time zone 'utc')::date, extract(epoch from resolved_at - created_at)::bigint, -count(*)
      from before
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
      return null;
    end $$;
    create trigger counted_delete after delete on bugs referencing old table as before
      for each statement execute function count_deleted_bugs();

    -- What they are now, and not when the calling statement began: it may have waited since for bugs that others changed.
    create function labels_of(bug_ids bigint[]) returns setof bug_labels language plpgsql volatile rows 500 as $$
    begin
      return query select * from bug_labels where bug_id = any(bug_ids);
    end $$;

    -- A bug's labels are deleted before the bug.
    create function count_changed_labels() returns trigger language plpgsql as $$
    begin
      insert into bug_deltas (team_id, label_id, project_id, status, severity, assignee_id, n)
      select team_id, label_id, project_id, status, severity, coalesce(assignee_id, 0),
        case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed join bugs on bugs.id = changed.bug_id
      group by 1, 2, 3, 4, 5, 6;
      return null;
    end $$;

    create trigger counted_insert after insert on bug_labels referencing new table as changed
      for each statement execute function count_changed_labels();
    create trigger counted_delete after delete on bug_labels referencing old table as changed
      for each statement execute function count_changed_labels();

    -- How far activity has been handed on to webhooks and mail.
    create table event_cursor (xid xid8 not null, activity_id bigint not null);
    insert into event_cursor values ('0', 0);
  `.execute(db);
}
