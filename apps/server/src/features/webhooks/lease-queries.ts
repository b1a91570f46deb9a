import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { secretsOfWebhook } from './queries.ts';

/** A delivery that is due, and all that an attempt needs. */
export interface DueDelivery {
  id: number;
  webhook_id: number;
  event_id: string;
  event: string;
  request_body: string;
  /** How many there were before. */
  attempts: number;
  url: string;
  /** Those that hold now. */
  secrets: string[];
}

export interface LeaseWish {
  /** Of webhooks that answer slowly, or of the others. */
  isSlow: boolean;
  /** How many at most: in all, for one webhook, and for one whose last delivery did not succeed or that has had none. */
  most: number;
  mostPerWebhook: number;
  mostPerUnproven: number;
  /** How many the caller has in hand of each webhook; they count. */
  inHand: Map<number, number>;
  /** How long they are out of reach for others. A node that dies holding one delays it by no more than this. */
  seconds: number;
}

/**
 * Takes deliveries that are due and that nobody holds: of each webhook the oldest, and the first of every webhook before the
 * second of any, those in hand included. So one with a long queue, or that does not answer, keeps no other waiting.
 */
export async function leaseDeliveries(db: Db, wish: LeaseWish): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with recursive target as (
      select min(webhook_id) as webhook_id from webhook_deliveries where status = 'pending'
      union all
      select (select min(webhook_id) from webhook_deliveries
        where status = 'pending' and webhook_id > target.webhook_id)
      from target where target.webhook_id is not null
    ),
    chosen as (
      select due.id, coalesce(in_hand.count, 0) +
        row_number() over (partition by webhooks.id order by due.next_attempt_at, due.id) as turn
      from target
      join webhooks on webhooks.id = target.webhook_id and webhooks.is_slow = ${wish.isSlow}
      left join unnest(${[...wish.inHand.keys()]}::bigint[], ${[...wish.inHand.values()]}::integer[])
        as in_hand (webhook_id, count) on in_hand.webhook_id = webhooks.id
      cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where webhook_id = webhooks.id and ${isDue}
        order by next_attempt_at, id
        limit greatest(case when webhooks.last_status = 'success' then ${wish.mostPerWebhook}::integer
          else ${wish.mostPerUnproven} end - coalesce(in_hand.count, 0), 0)
        for update skip locked
      ) as due
      order by turn, due.next_attempt_at limit ${wish.most}
    )
    update webhook_deliveries as leased set leased_until = now() + make_interval(secs => ${wish.seconds})
    from chosen, webhooks
    where leased.id = chosen.id and webhooks.id = leased.webhook_id
    returning leased.id, webhook_id, event_id, event, request_body, attempts, url, ${secretsOfWebhook} as secrets`.execute(
    db,
  );
  return rows;
}

const isDue = sql`status = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until <= now())`;

/** What was not delivered can be taken by others at once. */
export async function returnDeliveries(db: Db, ids: number[]): Promise<void> {
  await sql`update webhook_deliveries set leased_until = null where id = any(${ids}) and status = 'pending'`.execute(
    db,
  );
}
