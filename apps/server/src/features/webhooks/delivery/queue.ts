import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database, Db, Trx } from '../../../db/connection.ts';
import { noteLock } from '../../../db/locks.ts';
import { deleteInPortions } from '../../../db/sql.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { BugEvent, EventHandler } from '../../events/bug-events.ts';
import type { BodyKey } from '../messages/bodies.ts';
import type { DeliveryContext } from './client.ts';
import { lockDeliveries, secretsOfWebhook } from './outcome.ts';

/** Pending deliveries per project. More than 500 bugs times 50 webhooks. */
const maxWaiting = 50_000;

const tooManyWaiting = `Not queued: the project had ${maxWaiting.toLocaleString('en')} pending deliveries. Redeliver it later.`;

export const queueDeliveries: EventHandler<DeliveryContext> = async (trx, { events, wakes }, context) => {
  if (events.length === 0) return;
  const projects = await insertDeliveries(trx, events);
  for (const { project_id, refused } of projects) {
    if (refused > 0)
      context.log.warn(
        { project: project_id, refused, maxWaiting },
        'webhook deliveries not queued: too many pending',
      );
  }
  if (projects.length > 0) wakes.add('deliveries');
};

/** Skips deleted bugs. Deliveries over the limit are stored as failed. */
async function insertDeliveries(trx: Trx, events: BugEvent[]) {
  noteLock(trx, 'webhooks');
  noteLock(trx, 'bugs');
  const { rows } = await sql<{ project_id: number; refused: number }>`
    with event as materialized (
      select * from rows from (
        json_to_recordset(${JSON.stringify(events)}) as (id text, type text, team_id bigint, project_id bigint,
          bug_id bigint, actor_id bigint, via text, changes json, comment_id bigint, created_at timestamptz, request_id uuid)
      ) with ordinality
        as event (id, type, team_id, project_id, bug_id, actor_id, via, changes, comment_id, created_at, request_id, place)
    ),
    subscriber as materialized (
      select id, project_id, events, transform, created_at from webhooks
      where project_id in (select project_id from event) and is_active
      order by id for key share
    ),
    bug as materialized (
      select id from bugs
      where id in (select bug_id from event where project_id in (select project_id from subscriber))
      order by id for key share
    ),
    project as materialized (
      select project_id, (${countWaiting}) as waiting from (select distinct project_id from subscriber) as project
    ),
    wanted as materialized (
      select event.id as event_id, event.type, event.team_id, event.project_id, subscriber.id as webhook_id, transform, event.place,
        waiting + row_number() over (partition by event.project_id order by event.place, subscriber.id)
          > ${maxWaiting} as is_refused
      from event
      join bug on bug.id = event.bug_id
      join project on project.project_id = event.project_id
      join subscriber on subscriber.project_id = event.project_id
        and type = any(events) and subscriber.created_at <= event.created_at
    ),
    noted as (
      insert into webhook_events (id, type, team_id, project_id, bug_id, actor_id, via, changes, comment_id, created_at,
        request_id)
      select id, type, team_id, project_id, bug_id, actor_id, via, changes, comment_id, created_at, request_id
      from event where id in (select event_id from wanted)
    ),
    queued as (
      insert into webhook_deliveries (team_id, webhook_id, event_id, event, transform, status, error, next_attempt_at)
      select team_id, webhook_id, event_id, type, transform, case when is_refused then 'failed' else 'pending' end,
        case when is_refused then ${tooManyWaiting} end, case when not is_refused then now() end
      from wanted order by place, webhook_id
    )
    select project_id, count(*) filter (where is_refused) as refused from wanted group by project_id`.execute(
    trx,
  );
  return rows;
}

/** Per `project`, in index order. */
const countWaiting = sql`
  select count(*) from (
    select from webhooks cross join lateral (
      select from webhook_deliveries where webhook_id = webhooks.id and status = 'pending'
      order by next_attempt_at, id limit ${maxWaiting}
    ) as pending
    where webhooks.project_id = project.project_id limit ${maxWaiting}
  ) as counted`;

export interface DueDelivery extends BodyKey {
  id: number;
  webhook_id: number;
  event: string;
  attempts: number;
  /** The fencing token of the lease. */
  leased_until: string;
  url: string;
  is_proven: boolean;
  /** False if the webhook was disabled after queueing. */
  is_wanted: boolean;
  secrets: string[];
  request_id: string | null;
}

export interface LeaseRequest {
  /** Limits in total, per webhook, and per webhook without a recent success. */
  max: number;
  maxPerWebhook: number;
  maxPerUnproven: number;
  /** Deliveries of each webhook that the caller already runs. They count towards the limits. */
  inFlight: Map<number, number>;
  paused: number[];
}

/** If a node dies, its deliveries are delayed by at most this long. An attempt takes at most a third of it. */
const leaseSeconds = 30;

/**
 * Leases due deliveries fairly: projects take turns, then the webhooks of a project, and each webhook's oldest come first;
 * deliveries in flight count as turns. Looks at twice as many as wanted, because other processes may be leasing the same rows.
 */
export async function leaseDeliveries(db: Db, request: LeaseRequest): Promise<DueDelivery[]> {
  const inFlight = sql`unnest(${[...request.inFlight.keys()]}::bigint[], ${[...request.inFlight.values()]}::integer[])
    as in_flight (webhook_id, count)`;
  const { rows } = await sql<DueDelivery>`
    with recursive target as (
      (select webhook_id from webhook_deliveries where status = 'pending' ${asPending} limit 1)
      union all
      select (select webhook_id from webhook_deliveries
        where status = 'pending' and webhook_id > target.webhook_id ${asPending} limit 1)
      from target where target.webhook_id is not null
    ),
    waiting as materialized (
      select webhooks.id, project_id, coalesce(in_flight.count, 0) as in_flight,
        greatest(case when last_status = 'success' then ${request.maxPerWebhook}::integer
          else ${request.maxPerUnproven} end - coalesce(in_flight.count, 0), 0) as slots
      from target
      join webhooks on webhooks.id = target.webhook_id and webhooks.id <> all(${request.paused}::bigint[])
      left join ${inFlight} on in_flight.webhook_id = webhooks.id
    ),
    due as (
      select due.id, project_id, due.next_attempt_at,
        in_flight + row_number() over (partition by waiting.id order by due.next_attempt_at, due.id) as turn_of_webhook
      from waiting cross join lateral (
        select id, next_attempt_at from webhook_deliveries where webhook_id = waiting.id and ${isDue}
        order by next_attempt_at, id limit waiting.slots
      ) as due
    ),
    in_turn as materialized (
      select due.id, next_attempt_at, coalesce(in_flight.count, 0) +
        row_number() over (partition by due.project_id order by turn_of_webhook, next_attempt_at, due.id) as turn
      from due left join (
        select project_id, sum(count) as count from ${inFlight} join webhooks on webhooks.id = webhook_id
        group by project_id
      ) as in_flight using (project_id)
      order by turn, next_attempt_at limit 2 * ${request.max}::integer
    ),
    chosen as materialized (
      select webhook_deliveries.id from in_turn join webhook_deliveries on webhook_deliveries.id = in_turn.id
      where ${isDue}
      order by turn, in_turn.next_attempt_at limit ${request.max}
      for update of webhook_deliveries skip locked
    )
    update webhook_deliveries as leased set leased_until = now() + make_interval(secs => ${leaseSeconds})
    from chosen, webhooks
    where leased.id = chosen.id and webhooks.id = leased.webhook_id
    returning leased.id, webhook_id, event_id, event, leased.transform, attempts, leased_until::text, url,
      coalesce(last_status = 'success', false) as is_proven, is_active or is_requested as is_wanted,
      ${secretsOfWebhook} as secrets,
      (select request_id from webhook_events where webhook_events.id = leased.event_id)`.execute(db);
  return rows;
}

/** Matches the index of pending deliveries. */
const asPending = sql`order by webhook_id, next_attempt_at, id`;

const isDue = sql`status = 'pending' and webhook_deliveries.next_attempt_at <= now()
  and (leased_until is null or leased_until <= now())`;

export type Lease = Pick<DueDelivery, 'id' | 'leased_until'>;

export async function returnDeliveries(db: Database, leases: Lease[]): Promise<void> {
  if (leases.length === 0) return;
  await inTransaction(db, async (trx) => {
    await lockDeliveries(
      trx,
      leases.map(({ id }) => id),
    );
    await sql`
      update webhook_deliveries as delivery set leased_until = null
      from json_to_recordset(${JSON.stringify(leases)}) as returned (id bigint, leased_until timestamptz)
      where delivery.id = returned.id and delivery.leased_until = returned.leased_until and status = 'pending'`.execute(
      trx,
    );
  });
}

export async function deleteOldDeliveries({ pools: { main: db } }: Context): Promise<number> {
  const isOld = sql`created_at < now() - interval '30 days'`;
  const isUnused = sql`not exists (select from webhook_deliveries where event_id = webhook_events.id)`;
  const deliveries = await deleteInPortions(db, 'webhook_deliveries', isOld);
  await deleteInPortions(db, 'webhook_events', sql`${isOld} and ${isUnused}`);
  return deliveries;
}
