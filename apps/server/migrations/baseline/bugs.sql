-- Bugs and what people add to them.
--
-- A bug has no foreign key to its project: a check for each report would cost more than the row. Storing a report locks the
-- row of project_usage instead, which is deleted with the project (see deleteProject). What belongs to a bug has no foreign
-- key to it either: whoever writes it locks the bug first, and a bug is deleted together with it (see deleteBugs).

-- A sequence of its own, because dropped reports are answered with an id too.
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
  browser text,
  os text,
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
  resolved_at timestamptz(3),
  -- Raised by every change: it is the ETag by which concurrent changes of the same bug notice each other.
  revision integer not null default 1
) with (
  -- Index-only scans visit the row itself if it was written since the last vacuum, and lists begin with those.
  autovacuum_vacuum_insert_scale_factor = 0.01
);

-- It is not strict, so that it can be inlined.
create function severity_rank(severity text) returns integer immutable parallel safe
  return case severity when 'low' then 1 when 'medium' then 2 when 'high' then 3 when 'critical' then 4 end;

-- Each order of a list has an index: by id, by the last change and by severity. The first covers the filters that have few
-- values and every order, so that those that match rarely read no rows in vain.
create index bugs_newest on bugs (team_id, id) include (project_id, status, severity, assignee_id, duplicate_of_id, created_at,
  updated_at, browser, os);
create statistics bugs_families on (fold_ascii(browser)), (fold_ascii(os)) from bugs;
create index bugs_updated on bugs (team_id, updated_at, id);
-- The column is there too, because without it the index alone is never enough for the expression.
create index bugs_severity on bugs (team_id, severity_rank(severity), id) include (severity);
-- Times of creation and of resolution, and all that statistics read.
create index bugs_created on bugs (team_id, created_at) include (project_id, status, severity, resolved_at);
create index bugs_project on bugs (project_id, id);
-- An index cannot hold texts of any length, so it holds their beginnings (see filters.ts).
create index bugs_environment on bugs (team_id, left(environment, 100), id);
create index bugs_app_version on bugs (team_id, left(app_version, 100), id);
create index bugs_reporter_email on bugs (team_id, fold_ascii(left(reporter_email, 100)), id);
create index bugs_reporter_identifier on bugs (team_id, fold_ascii(left(reporter_identifier, 100)), id);
-- These cost a new report nothing.
create index bugs_resolved on bugs (team_id, resolved_at) include (project_id, created_at) where resolved_at is not null;
create index bugs_assignee on bugs (assignee_id, id) where assignee_id is not null;
create index bugs_duplicates on bugs (duplicate_of_id) where duplicate_of_id is not null;

-- Comments outlive their authors: an author who has left is one whose user is not found.
create table comments (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  bug_id bigint not null,
  author_id bigint not null,
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
  label_id bigint not null references labels on delete cascade,
  primary key (bug_id, label_id)
);
create index bug_labels_label on bug_labels (label_id, bug_id);

-- A sequence of its own, because bulk deletions are answered with an id too, though nothing can undo them.
create sequence batch_ids;

-- What gives each bug back what a bulk operation changed, and the revision that it got. It belongs to its user, and may reach
-- over several of their teams. It lives for ten minutes and is hardly ever read, so it is not compressed.
create table bulk_batches (
  id bigint primary key,
  user_id bigint not null,
  undos json not null,
  created_at timestamptz(3) not null default now()
);
alter table bulk_batches alter column undos set storage external;
create index bulk_batches_created_at on bulk_batches (created_at);

-- How far the sweep for bugs that are past their retention has come, and when the last one ended. One row.
create table retention_sweep (
  after_id bigint not null,
  ended_at timestamptz(3),
  singleton boolean primary key default true check (singleton)
);
insert into retention_sweep (after_id) values (0);
