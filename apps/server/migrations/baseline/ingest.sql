-- Admission of reports: rate limits, quotas, blocklists and idempotency keys.

-- Fixed one-minute windows per API key. The table is unlogged: a crash empties it, but a hit writes no WAL.
create unlogged table key_windows (
  key text primary key,
  hits integer not null,
  -- The hits before the current statement. It uses them to decide which requests of its batch fit into the window.
  hits_before integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

-- Fixed windows of all other rate limits (decision 3).
create table rate_windows (
  bucket text primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index rate_windows_ends_at on rate_windows (ends_at);

-- Storing a report locks the row of its project and month, instead of a foreign key check (see bugs.sql).
create table project_usage (
  team_id bigint not null,
  project_id bigint not null,
  month text not null,
  stored integer not null default 0,
  dropped_quota integer not null default 0,
  dropped_blocklist integer not null default 0,
  -- The count before the current statement. It uses it to decide which reports fit under the cap.
  stored_before integer not null default 0,
  cap integer,
  -- The highest usage level the owners were emailed about: 0, 80 or 100 percent.
  notified_percent integer not null default 0,
  -- Drop reasons ('quota', 'blocklist') already logged this month.
  logged_drops text[] not null default '{}',
  primary key (team_id, project_id, month),
  constraint project_usage_project_fkey
    foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
) with (fillfactor = 50);

create table blocklist_rules (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  project_id bigint not null,
  kind text not null check (kind in ('email', 'ip', 'user_agent', 'keyword')),
  value text not null,
  reason text,
  match_count bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  constraint blocklist_rules_project_fkey
    foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index blocklist_rules_project on blocklist_rules (project_id, id);

-- Ids returned for dropped reports, so that their attachments can be accepted and discarded.
create table dropped_reports (
  bug_id bigint primary key,
  team_id bigint not null,
  project_id bigint not null references projects on delete cascade,
  created_at timestamptz(3) not null
);
create index dropped_reports_project on dropped_reports (project_id);
create index dropped_reports_created_at on dropped_reports (created_at);

create table idempotency_keys (
  team_id bigint not null,
  project_id bigint not null,
  key text not null,
  bug_id bigint not null,
  -- The report as first sent. The response to a repeat is built from it.
  report text not null,
  -- False if the user agent came from the request header: a repeat may then have a different one.
  has_user_agent boolean not null,
  created_at timestamptz(3) not null,
  primary key (team_id, project_id, key),
  constraint idempotency_keys_project_fkey
    foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
