-- The timeline of each bug. It is the outbox too: webhooks, mail, live streams and the search index follow it (decision 9).

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
  -- Ids are given out before they are committed, so the last id that was seen does not tell what is new; a snapshot of
  -- the transactions that have been seen does.
  xid xid8 not null default pg_current_xact_id(),
  -- The request that caused it: log lines of what comes of it later have the same id. Null where no request did.
  request_id uuid
);
create index activity_bug on activity (bug_id, id);
create index activity_xid on activity (xid, id);

-- How far activity has been dispatched to webhooks and mail: one row, which begins before all transactions.
create table event_cursor (
  seen pg_snapshot not null,
  -- A transaction of which only a part has been seen: its id, and the last of its activity that has been seen.
  begun xid8,
  begun_up_to bigint,
  -- The transaction that wrote the row. It is the row's own xmin, unless a dump brought the row here: then transactions
  -- have the numbers of another server. So whatever writes the row, or all of the table, must set it.
  written_by xid8 not null default '0',
  -- Transactions are numbered anew when the database is moved to another server; this tells one numbering from another.
  numbering integer not null default 0,
  singleton boolean primary key default true check (singleton)
);
insert into event_cursor (seen, written_by) values ('1:1:', pg_current_xact_id());
