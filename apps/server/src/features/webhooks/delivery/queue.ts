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

/** What may wait of one project. More than a bulk change of 500 bugs makes for 50 webhooks. */
const mostWaiting = 50_000;

const tooManyWaiting = `Not queued: ${mostWaiting.toLocaleString('en')} deliveries of the project were waiting. Send it again later`;

export const queueDeliveries: EventHandler<DeliveryContext> = async (trx, { events, wakes }, context) => {
  if (events.length === 0) return;
  const projects = await insertDeliveries(trx, events);
  for (const { project_id, refused } of projects) {
    if (refused > 0)
      context.log.warn(
        { project: project_id, refused, mostWaiting },
        'deliveries to webhooks were not queued: too many of the project are waiting',
      );
  }
  if (projects.length > 0) wakes.add('deliveries');
};

/** Events of deleted bugs are left out. What is too much for its project to wait is noted as failed. */
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
          > ${mostWaiting} as is_refused
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

/** Of one `project`, in the order of the index of what is pending. */
const countWaiting = sql`
  select count(*) from (
    select from webhooks cross join lateral (
      select from webhook_deliveries where webhook_id = webhooks.id and status = 'pending'
      order by next_attempt_at, id limit ${mostWaiting}
    ) as pending
    where webhooks.project_id = project.project_id limit ${mostWaiting}
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
  /** False for what was queued while its webhook was being switched off. */
  is_wanted: boolean;
  secrets: string[];
  request_id: string | null;
}

export interface LeaseWish {
  /** How many at most: in all, for one webhook, and for one whose last delivery did not succeed or that has had none. */
  most: number;
  mostPerWebhook: number;
  mostPerUnproven: number;
  /** How many the caller has in hand of each webhook; they count. */
  inHand: Map<number, number>;
  paused: number[];
}

/** A node that dies delays what it was delivering by no more than this; an attempt takes a third of it at most. */
const leaseSeconds = 30;

/**
 * Takes deliveries that are due and not leased. Projects take turns: the first of every project comes before the second of
 * any, those in hand included; within a project it is the same for its webhooks, and of each webhook the oldest come first.
 * Other processes may be taking the same at this moment, so twice as many are looked at as are wanted.
 */
export async function leaseDeliveries(db: Db, wish: LeaseWish): Promise<DueDelivery[]> {
  const inHand = sql`unnest(${[...wish.inHand.keys()]}::bigint[], ${[...wish.inHand.values()]}::integer[])
    as in_hand (webhook_id, count)`;
  const { rows } = await sql<DueDelivery>`
    with recursive target as (
      (select webhook_id from webhook_deliveries where status = 'pending' ${asPending} limit 1)
      union all
      select (select webhook_id from webhook_deliveries
        where status = 'pending' and webhook_id > target.webhook_id ${asPending} limit 1)
      from target where target.webhook_id is not null
    ),
    waiting as materialized (
      select webhooks.id, project_id, coalesce(in_hand.count, 0) as in_hand,
        greatest(case when last_status = 'success' then ${wish.mostPerWebhook}::integer
          else ${wish.mostPerUnproven} end - coalesce(in_hand.count, 0), 0) as most
      from target
      join webhooks on webhooks.id = target.webhook_id and webhooks.id <> all(${wish.paused}::bigint[])
      left join ${inHand} on in_hand.webhook_id = webhooks.id
    ),
    due as (
      select due.id, project_id, due.next_attempt_at,
        in_hand + row_number() over (partition by waiting.id order by due.next_attempt_at, due.id) as turn_of_webhook
      from waiting cross join lateral (
        select id, next_attempt_at from webhook_deliveries where webhook_id = waiting.id and ${isDue}
        order by next_attempt_at, id limit waiting.most
      ) as due
    ),
    in_turn as materialized (
      select due.id, next_attempt_at, coalesce(in_hand.count, 0) +
        row_number() over (partition by due.project_id order by turn_of_webhook, next_attempt_at, due.id) as turn
      from due left join (
        select project_id, sum(count) as count from ${inHand} join webhooks on webhooks.id = webhook_id
        group by project_id
      ) as in_hand using (project_id)
      order by turn, next_attempt_at limit 2 * ${wish.most}::integer
    ),
    chosen as materialized (
      select webhook_deliveries.id from in_turn join webhook_deliveries on webhook_deliveries.id = in_turn.id
      where ${isDue}
      order by turn, in_turn.next_attempt_at limit ${wish.most}
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

/** The order of the index of what is pending: no other index will do. */
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

export async function forgetDeliveries({ pools: { main: db } }: Context): Promise<number> {
  const isOld = sql`created_at < now() - interval '30 days'`;
  const isUnused = sql`not exists (select from webhook_deliveries where event_id = webhook_events.id)`;
  const deliveries = await deleteInPortions(db, 'webhook_deliveries', isOld);
  await deleteInPortions(db, 'webhook_events', sql`${isOld} and ${isUnused}`);
  return deliveries;
}
