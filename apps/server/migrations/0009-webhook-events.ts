import { type Kysely, sql } from 'kysely';

/**
 * What webhooks are told of is noted once for each event, by ids; what is sent is made when it is first sent and kept once
 * for each event and form, instead of once for each delivery.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_events (
      -- The header webhook-id.
      id text primary key,
      type text not null,
      project_id bigint not null,
      -- It goes with this bug; a test tells of none.
      bug_id bigint,
      actor_id bigint,
      via text not null check (via in ('dashboard', 'mcp', 'api')),
      changes json not null,
      comment_id bigint,
      created_at timestamptz(3) not null default now()
    );
    create index webhook_events_bug on webhook_events (bug_id) where bug_id is not null;
    create index webhook_events_created_at on webhook_events (created_at);

    -- To the letter as it is sent, on every attempt and to every webhook that wants this form.
    create table webhook_bodies (
      event_id text not null references webhook_events on delete cascade,
      transform text not null check (transform in ('raw', 'slack', 'discord')),
      body text not null,
      primary key (event_id, transform)
    );

    alter table webhook_deliveries
      add column transform text not null default 'raw' check (transform in ('raw', 'slack', 'discord')),
      -- Somebody asked for it: it is sent although the webhook is switched off.
      add column is_requested boolean not null default false;
    update webhook_deliveries set transform = case
      when starts_with(request_body, '{"text":') then 'slack'
      when starts_with(request_body, '{"embeds":') then 'discord'
      else 'raw'
    end;
    alter table webhook_deliveries alter column transform drop default;

    -- These have their bodies: nothing more has to be known of them than where they belong.
    insert into webhook_events (id, type, project_id, bug_id, via, changes, created_at)
    select distinct on (event_id) event_id, event, project_id, bug_id, 'api', '{}', webhook_deliveries.created_at
    from webhook_deliveries join webhooks on webhooks.id = webhook_id
    order by event_id, webhook_deliveries.id;
    insert into webhook_bodies (event_id, transform, body)
    select distinct on (event_id, transform) event_id, transform, request_body from webhook_deliveries
    order by event_id, transform, id;

    alter table webhook_deliveries drop column request_body, drop column bug_id;
    create index webhook_deliveries_event on webhook_deliveries (event_id);
  `.execute(db);
}
