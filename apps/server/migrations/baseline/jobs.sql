-- The queue of background jobs (decision 2).

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null default '{}',
  -- At most one waiting job has a given key.
  unique_key text constraint jobs_unique_key_key unique,
  run_at timestamptz not null default now(),
  leased_until timestamptz,
  attempts integer not null default 0,
  last_error text,
  request_id uuid
);
create index jobs_run_at on jobs (run_at, id);

-- While many reports come in, background work is done in turns, of all processes together (decision 29). One row, whose loss
-- in a crash does no harm. Nobody begins a turn before free_at. The sums say how many reports came in how many milliseconds,
-- while somebody had a turn and while nobody had; older turns count for less and less.
create unlogged table background_turns (
  is_only boolean primary key default true check (is_only),
  free_at timestamptz not null,
  seen_id bigint,
  seen_at timestamptz,
  reports_at_work float8 not null default 0,
  ms_at_work float8 not null default 0,
  reports_at_rest float8 not null default 0,
  ms_at_rest float8 not null default 0
) with (fillfactor = 10);
