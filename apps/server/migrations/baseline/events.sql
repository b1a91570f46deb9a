-- The timeline of each bug, and the events that follow from it (decision 9).

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
  -- The request that caused it: log lines of what comes of it later have the same id. Null where no request did.
  request_id uuid
);
create index activity_bug on activity (bug_id, id);

-- What has happened and has no number yet: one row for each bug and transaction, or for each changed catalogue.
create table outbox (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  -- Of a bug that changed.
  activity_ids bigint[],
  -- Of labels and the like that changed. Only this user is told; null is the whole team.
  what text check (what in ('labels', 'projects', 'members', 'views', 'team')),
  user_id bigint,
  created_at timestamptz(3) not null default now()
);

-- What has happened, numbered in the order in which it was committed. Live streams follow it; kept for a week.
create table stream_events (
  seq bigint primary key,
  team_id bigint not null,
  activity_id bigint,
  what text,
  user_id bigint,
  created_at timestamptz(3) not null
);
create index stream_events_team on stream_events (team_id, seq);

-- One row. Whoever locks it gives out the next numbers.
create table sequencer (
  singleton boolean primary key default true check (singleton),
  last_seq bigint not null,
  last_at timestamptz(3) not null
);
insert into sequencer (last_seq, last_at) values (0, now());
-- The place of a stream that begins before the first event.
insert into stream_events (seq, team_id, created_at) values (0, 0, now());
