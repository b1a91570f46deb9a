-- The timeline of each bug, and the events derived from it (decision 9).

create table activity (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  project_id bigint not null,
  bug_id bigint not null,
  kind text not null,
  actor_id bigint,
  via text not null check (via in ('dashboard', 'mcp', 'api')),
  changes jsonb,
  created_at timestamptz(3) not null,
  -- The request that caused it. Later log lines about its effects carry the same id.
  request_id uuid
);
create index activity_bug on activity (bug_id, id);

-- Committed changes that have no sequence number yet: one row per bug and transaction, or per changed catalogue.
create table outbox (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  -- Set for a changed bug.
  activity_ids bigint[],
  -- Set for a changed catalogue such as labels. With user_id only that user is notified, otherwise the whole team.
  what text check (what in ('labels', 'projects', 'members', 'views', 'team')),
  user_id bigint,
  created_at timestamptz(3) not null default now()
);

-- Changes numbered in commit order. Live streams read them; rows are kept for a week.
create table stream_events (
  seq bigint primary key,
  team_id bigint not null,
  activity_id bigint,
  what text,
  user_id bigint,
  created_at timestamptz(3) not null
);
create index stream_events_team on stream_events (team_id, seq);

-- One row. Locking it grants the right to assign the next numbers.
create table sequencer (
  singleton boolean primary key default true check (singleton),
  last_seq bigint not null,
  last_at timestamptz(3) not null
);
insert into sequencer (last_seq, last_at) values (0, now());
-- The position of a stream that starts before the first event.
insert into stream_events (seq, team_id, created_at) values (0, 0, now());
