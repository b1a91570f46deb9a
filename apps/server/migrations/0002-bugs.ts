import { type Kysely, sql } from 'kysely';

/**
 * `bugs` has no foreign key to its project: a check for each report would cost more than the row. The usage row is the
 * guard instead. Storing a report locks it, and it is deleted with the project (see deleteProject).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence bug_ids;

    create table bugs (
      id bigint primary key,
      project_id bigint not null,
      team_id bigint not null,
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
      extra text,
      assignee_id bigint,
      duplicate_of_id bigint,
      comment_count integer not null default 0,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index bugs_project on bugs (project_id, id);

    create table activity (
      id bigint generated always as identity primary key,
      team_id bigint not null,
      project_id bigint not null,
      bug_id bigint not null,
      kind text not null,
      actor_id bigint,
      via text not null check (via in ('dashboard', 'mcp', 'api')),
      changes jsonb,
      created_at timestamptz(3) not null
    );
    create index activity_bug on activity (bug_id, id);

    -- What a project had stored before the statement that is counting now: how that statement tells which fit in under the cap.
    alter table project_usage add column stored_before integer not null default 0, add column cap integer;
    alter table project_usage set (fillfactor = 50);

    -- Ids that were answered for reports that were dropped, so that their attachments can be taken and thrown away too.
    create table dropped_reports (
      bug_id bigint primary key,
      project_id bigint not null references projects on delete cascade,
      created_at timestamptz(3) not null
    );
    create index dropped_reports_project on dropped_reports (project_id);
    create index dropped_reports_created_at on dropped_reports (created_at);

    -- A crash empties the windows; in exchange a hit costs no write-ahead log.
    create unlogged table key_windows (
      key text primary key,
      hits integer not null,
      hits_before integer not null,
      ends_at timestamptz not null
    ) with (fillfactor = 50);

    create table idempotency_keys (
      project_id bigint not null references projects on delete cascade,
      key text not null,
      bug_id bigint not null,
      report text not null,
      created_at timestamptz(3) not null,
      primary key (project_id, key)
    );
    create index idempotency_keys_created_at on idempotency_keys (created_at);

    create table blocklist_rules (
      id bigint generated always as identity primary key,
      project_id bigint not null references projects on delete cascade,
      kind text not null check (kind in ('email', 'ip', 'user_agent', 'keyword')),
      value text not null,
      reason text,
      match_count bigint not null default 0,
      created_at timestamptz(3) not null default now()
    );
    create index blocklist_rules_project on blocklist_rules (project_id, id);

    -- No foreign key to the bug: an attachment of a dropped report has none.
    create table attachments (
      id bigint generated always as identity primary key,
      bug_id bigint not null constraint attachments_bug_id_key unique,
      project_id bigint not null,
      filename text not null,
      content_type text not null,
      content_length integer not null,
      object_key text not null,
      is_dropped boolean not null,
      expires_at timestamptz(3) not null,
      next_look_at timestamptz(3) not null default now(),
      uploaded_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    );
    create index attachments_project on attachments (project_id);
    create index attachments_pending on attachments (next_look_at) where uploaded_at is null;
    create index attachments_dropped on attachments (bug_id) where is_dropped;

    -- Images whose rows are gone. They are removed from the store after the transaction, as often as it takes.
    create table discarded_objects (
      object_key text primary key,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null default now()
    );
    create index discarded_objects_next_attempt_at on discarded_objects (next_attempt_at);

    -- Every process keeps keys, origins, caps, plans and rules in memory, and drops them when this number changes.
    create table sender_version (version bigint not null);
    insert into sender_version values (0);

    create function bump_sender_version() returns trigger language plpgsql as $$
    begin
      update sender_version set version = version + 1;
      return null;
    end $$;

    create trigger sender_changed after insert or delete or update of api_key, reports_per_minute, allowed_origins
      on projects for each statement execute function bump_sender_version();
    create trigger sender_changed after insert or delete on api_keys
      for each statement execute function bump_sender_version();
    create trigger sender_changed after insert or delete on blocklist_rules
      for each statement execute function bump_sender_version();
    create trigger sender_changed after update of plan on teams
      for each statement execute function bump_sender_version();
  `.execute(db);
}
