import { sql } from 'kysely';
import type { Database, Trx } from '../../../../db/connection.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import type { BodyKey } from '../../messages/queries.ts';
import { secretsOfWebhook } from '../../subscriptions/queries.ts';
import { lockDeliveries, switchedOff } from '../log/queries.ts';

/** A delivery that is due, and all that an attempt needs but its body. */
export interface DueDelivery extends BodyKey {
  id: number;
  webhook_id: number;
  event: string;
  /** How many there were before. */
  attempts: number;
  /** Tells this lease from another one of the same delivery. */
  leased_until: string;
  url: string;
  /** Whether the webhook's last delivery succeeded. */
  is_proven: boolean;
  /** Those that hold now. */
  secrets: string[];
  /** Of the request that caused it. */
  request_id: string | null;
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
  /** Webhooks of which nothing is leased now. */
  paused: number[];
  /** How long they are out of reach for others. A node that dies holding one delays it by no more than this. */
  seconds: number;
}

/**
 * Takes deliveries that are due and that nobody holds. Projects take turns: the first of every project comes before the
 * second of any, those in hand included; within a project it is the same for its webhooks, and of each webhook the oldest
 * come first. So neither a project with a long queue nor a webhook that does not answer keeps another waiting, and of a
 * queue no more is read than can be taken. Others may be taking the same at this moment, so more are looked at than are
 * wanted.
 *
 * It is a transaction of its own, as for jobs (see background/queue.ts).
 *
 * Webhooks that are switched off get only what somebody asked for. What was queued while they were being switched off ends.
 */
export async function leaseDeliveries(trx: Trx, wish: LeaseWish): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with recursive target as (
      (select webhook_id from webhook_deliveries where status = 'pending' ${asPending} limit 1)
      union all
      select (select webhook_id from webhook_deliveries
        where status = 'pending' and webhook_id > target.webhook_id ${asPending} limit 1)
      from target where target.webhook_id is not null
    ),
    waiting as materialized (
      select webhooks.id, project_id, is_active, coalesce(in_hand.count, 0) as in_hand,
        greatest(case when last_status = 'success' then ${wish.mostPerWebhook}::integer
          else ${wish.mostPerUnproven} end - coalesce(in_hand.count, 0), 0) as most
      from target
      join webhooks on webhooks.id = target.webhook_id and webhooks.is_slow = ${wish.isSlow}
        and webhooks.id <> all(${wish.paused}::bigint[])
      left join ${inHandOf(wish)} on in_hand.webhook_id = webhooks.id
    ),
    due as (
      select due.id, project_id, due.next_attempt_at,
        in_hand + row_number() over (partition by waiting.id order by due.next_attempt_at, due.id) as turn_of_webhook
      from waiting cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where webhook_id = waiting.id and ${isDue} and (waiting.is_active or is_requested)
        order by next_attempt_at, id limit waiting.most
      ) as due
    ),
    in_turn as materialized (
      select due.id, next_attempt_at, coalesce(in_hand.count, 0) +
        row_number() over (partition by due.project_id order by turn_of_webhook, next_attempt_at, due.id) as turn
      from due left join (
        select project_id, sum(count) as count from ${inHandOf(wish)} join webhooks on webhooks.id = webhook_id
        group by project_id
      ) as in_hand using (project_id)
      order by turn, next_attempt_at limit 2 * ${wish.most}::integer
    ),
    chosen as materialized (
      select webhook_deliveries.id from in_turn join webhook_deliveries on webhook_deliveries.id = in_turn.id
      where ${isDue}
      order by turn, in_turn.next_attempt_at limit ${wish.most}
      for update of webhook_deliveries skip locked
    ),
    stray as materialized (
      select stray.id from waiting cross join lateral (
        select id from webhook_deliveries
        where webhook_id = waiting.id and ${isDue} and not is_requested
        order by next_attempt_at, id limit ${strays} for update skip locked
      ) as stray
      where not waiting.is_active
    ),
    ended as (update webhook_deliveries set ${switchedOff} from stray where webhook_deliveries.id = stray.id)
    update webhook_deliveries as leased set leased_until = now() + make_interval(secs => ${wish.seconds})
    from chosen, webhooks
    where leased.id = chosen.id and webhooks.id = leased.webhook_id
    returning leased.id, webhook_id, event_id, event, leased.transform, attempts,
      leased_until::text, url, coalesce(last_status = 'success', false) as is_proven, ${secretsOfWebhook} as secrets,
      (select request_id from webhook_events where webhook_events.id = leased.event_id)`.execute(trx);
  return rows;
}

/** In the order of the index of what is pending: whatever the statistics say, no other index will do. */
const asPending = sql`order by webhook_id, next_attempt_at, id`;

const inHandOf = ({ inHand }: LeaseWish) =>
  sql`unnest(${[...inHand.keys()]}::bigint[], ${[...inHand.values()]}::integer[]) as in_hand (webhook_id, count)`;

const isDue = sql`status = 'pending' and webhook_deliveries.next_attempt_at <= now()
  and (leased_until is null or leased_until <= now())`;

const strays = 1_000;

export type Lease = Pick<DueDelivery, 'id' | 'leased_until'>;

/** Ends leases early, so that others can take what was not delivered. Leases that others have taken since are theirs. */
export async function returnDeliveries(db: Database, leases: Lease[]): Promise<void> {
  const ids = leases.map(({ id }) => id);
  const leasedUntil = leases.map(({ leased_until }) => leased_until);
  await inTransaction(db, async (trx) => {
    await lockDeliveries(trx, ids);
    await sql`
      update webhook_deliveries as delivery set leased_until = null
      from unnest(${ids}::bigint[], ${leasedUntil}::timestamptz[]) as returned (id, leased_until)
      where delivery.id = returned.id and delivery.leased_until = returned.leased_until and status = 'pending'`.execute(
      trx,
    );
  });
}
