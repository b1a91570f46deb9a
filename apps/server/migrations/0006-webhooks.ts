import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id bigint generated always as identity primary key,
      project_id bigint not null references projects on delete cascade,
      url text not null,
      events text[] not null,
      transform text not null check (transform in ('raw', 'slack', 'discord')),
      is_active boolean not null default true,
      secret text not null,
      -- What the last rotation replaced signs beside it for a while.
      former_secret text,
      former_secret_ends_at timestamptz(3),
      last_delivery_at timestamptz(3),
      last_status text check (last_status in ('pending', 'success', 'failed')),
      -- The first failure after which there was no success.
      failing_since timestamptz(3),
      -- Its last answer took long: it has to share its lane with others of that kind.
      is_slow boolean not null default false,
      created_at timestamptz(3) not null default now()
    ) with (fillfactor = 50);
    create index webhooks_project on webhooks (project_id, id);

    -- What is pending has a next attempt; while somebody is at it, it is leased.
    create table webhook_deliveries (
      id bigint generated always as identity primary key,
      webhook_id bigint not null references webhooks on delete cascade,
      -- Its request tells of this bug and goes with it; a test tells of none.
      bug_id bigint,
      event_id text not null,
      event text not null,
      status text not null default 'pending' check (status in ('pending', 'success', 'failed')),
      attempts integer not null default 0,
      response_status integer,
      duration_ms integer,
      error text,
      request_body text not null,
      response_excerpt text,
      created_at timestamptz(3) not null default now(),
      delivered_at timestamptz(3),
      next_attempt_at timestamptz(3),
      leased_until timestamptz(3)
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
    create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
    create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id)
      where status = 'pending';
    create index webhook_deliveries_bug on webhook_deliveries (bug_id) where bug_id is not null;
    create index webhook_deliveries_created_at on webhook_deliveries (created_at);
  `.execute(db);
}
