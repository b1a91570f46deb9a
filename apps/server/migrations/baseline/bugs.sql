-- Bugs and the data attached to them. A bug has no foreign key to its project: the check would cost more than the insert.
-- Storing a report locks the project_usage row instead, which is deleted with the project (see deleteProject). Data of a bug
-- has no foreign key to it either: writers lock the bug first, and deleteBugs deletes everything together.

-- A separate sequence, because dropped reports get an id too.
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
  -- The JSON text as sent. jsonb would lose key order and digits of large numbers.
  extra text,
  assignee_id bigint,
  duplicate_of_id bigint,
  comment_count integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Null unless the status is resolved.
  resolved_at timestamptz(3),
  -- Incremented by every change. It is the ETag for optimistic locking.
  revision integer not null default 1
) with (
  -- Lists read the newest rows first. Frequent vacuums keep index-only scans of them possible.
  autovacuum_vacuum_insert_scale_factor = 0.01
);

-- Not strict, so that the planner can inline it.
create function severity_rank(severity text) returns integer immutable parallel safe
  return case severity when 'low' then 1 when 'medium' then 2 when 'high' then 3 when 'critical' then 4 end;

-- One index per sort order: id, last change, severity. The first one covers the low-cardinality filters, so that rare matches
-- need no heap reads.
create index bugs_newest on bugs (team_id, id) include (project_id, status, severity, assignee_id, duplicate_of_id, created_at,
  updated_at, browser, os);
create statistics bugs_families on (fold_ascii(browser)), (fold_ascii(os)) from bugs;
create index bugs_updated on bugs (team_id, updated_at, id);
-- Without the column, an index-only scan cannot use the expression.
create index bugs_severity on bugs (team_id, severity_rank(severity), id) include (severity);
-- For creation and resolution time filters, and covering for statistics.
create index bugs_created on bugs (team_id, created_at) include (project_id, status, severity, resolved_at);
create index bugs_project on bugs (project_id, id);
-- Index entries have a size limit, so only prefixes are indexed (see filters.ts).
create index bugs_environment on bugs (team_id, left(environment, 100), id);
create index bugs_app_version on bugs (team_id, left(app_version, 100), id);
create index bugs_reporter_email on bugs (team_id, fold_ascii(left(reporter_email, 100)), id);
create index bugs_reporter_identifier on bugs (team_id, fold_ascii(left(reporter_identifier, 100)), id);
-- Partial indexes: a new report never enters them.
create index bugs_resolved on bugs (team_id, resolved_at) include (project_id, created_at) where resolved_at is not null;
create index bugs_assignee on bugs (assignee_id, id) where assignee_id is not null;
create index bugs_duplicates on bugs (duplicate_of_id) where duplicate_of_id is not null;

-- Comments outlive their authors. The author of a deleted account is a user id without a row.
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

-- A separate sequence, because bulk deletions return a batch id too, although they cannot be undone.
create sequence batch_ids;

-- Undo data of a bulk change: each bug's previous values and the revision the change gave it. A batch belongs to one user and
-- may span teams. Rows live for ten minutes and are rarely read, so they are not compressed.
create table bulk_batches (
  id bigint primary key,
  user_id bigint not null,
  undos json not null,
  created_at timestamptz(3) not null default now()
);
alter table bulk_batches alter column undos set storage external;
create index bulk_batches_created_at on bulk_batches (created_at);

-- Progress of the retention sweep and when the last one ended. One row.
create table retention_sweep (
  after_id bigint not null,
  ended_at timestamptz(3),
  singleton boolean primary key default true check (singleton)
);
insert into retention_sweep (after_id) values (0);
