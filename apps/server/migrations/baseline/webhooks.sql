-- Webhooks and deliveries. An event stores ids only. Its body is rendered on first delivery and stored once per event and
-- transform (decision 17).

create table webhooks (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  project_id bigint not null,
  url text not null,
  events text[] not null,
  transform text not null check (transform in ('raw', 'slack', 'discord')),
  is_active boolean not null default true,
  secret text not null,
  -- The previous secret. Deliveries are also signed with it until it expires.
  former_secret text,
  former_secret_ends_at timestamptz(3),
  last_delivery_at timestamptz(3),
  last_status text check (last_status in ('pending', 'success', 'failed')),
  -- The first failure since the last success.
  failing_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint webhooks_project_fkey foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
) with (fillfactor = 50);
create index webhooks_project on webhooks (project_id, id);

create table webhook_events (
  -- The value of the webhook-id header.
  id text primary key,
  team_id bigint not null,
  project_id bigint not null,
  type text not null,
  -- The event is deleted with this bug. Null for a test event.
  bug_id bigint,
  actor_id bigint,
  via text not null check (via in ('dashboard', 'mcp', 'api')),
  changes json not null,
  comment_id bigint,
  created_at timestamptz(3) not null default now(),
  request_id uuid
);
create index webhook_events_bug on webhook_events (bug_id) where bug_id is not null;
create index webhook_events_created_at on webhook_events (created_at);

-- The exact body, sent on every attempt to every webhook with this transform.
create table webhook_bodies (
  team_id bigint not null,
  event_id text not null references webhook_events on delete cascade,
  transform text not null check (transform in ('raw', 'slack', 'discord')),
  body text not null,
  primary key (event_id, transform)
);

-- A pending delivery has a next attempt. It is leased while a process sends it.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  webhook_id bigint not null references webhooks on delete cascade,
  event_id text not null,
  event text not null,
  -- The webhook's transform when the event happened.
  transform text not null check (transform in ('raw', 'slack', 'discord')),
  -- True if a user requested this delivery. It is then sent even if the webhook is disabled.
  is_requested boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'success', 'failed')),
  attempts integer not null default 0,
  response_status integer,
  duration_ms integer,
  error text,
  response_excerpt text,
  created_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3),
  next_attempt_at timestamptz(3),
  leased_until timestamptz(3)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id) where status = 'pending';
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_created_at on webhook_deliveries (created_at);
