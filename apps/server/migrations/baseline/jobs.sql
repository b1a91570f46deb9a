-- Background job queue (decision 2).

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
