import { inTransaction } from '../../../db/transaction.ts';
import { isDatabaseTrouble } from '../../../db/unreachable.ts';
import { onBehalfOf } from '../../../tracing/cause.ts';
import { readBodies } from '../messages/operations.ts';
import type { DeliveryContext } from './context.ts';
import { attempt, type Finished } from './operations/attempt.ts';
import type { TargetPace } from './pace.ts';
import { type DueDelivery, type Lease, leaseDeliveries, returnDeliveries } from './queries/lease.ts';

/** Webhooks that answer slowly have a lane of their own, so that the others never wait for them. */
export interface LaneKind {
  isSlow: boolean;
  /** How many deliveries are under way at once: in all, for one webhook, and for one of which nothing good is known. */
  slots: number;
  slotsPerWebhook: number;
  slotsPerUnproven: number;
  /** So long a delivery takes up its slot; after that it goes on without one. */
  slotMs: number;
}

export const laneKinds: LaneKind[] = [
  { isSlow: false, slots: 64, slotsPerWebhook: 8, slotsPerUnproven: 2, slotMs: 1_000 },
  { isSlow: true, slots: 64, slotsPerWebhook: 2, slotsPerUnproven: 2, slotMs: 60_000 },
];

/** A node that dies delays what it was delivering by no more than this. An attempt takes a third of it at most. */
export const leaseSeconds = 30;

/** What becomes of deliveries that were begun. */
export interface Endings {
  note(finished: Finished): Promise<void>;
  giveBack(lease: Lease): Promise<void>;
  /** There is nothing left that could be sent. */
  end(id: number): Promise<void>;
  /** Aborted when there is no more time. */
  cut: AbortSignal;
}

export interface Lane {
  /** Begins what is due and fits in; says how much that was. */
  fill(): Promise<number>;
  /** Waits for all that was begun. */
  empty(): Promise<void>;
}

export function createLane(
  context: DeliveryContext,
  kind: LaneKind,
  pace: TargetPace,
  { note, giveBack, end, cut }: Endings,
): Lane {
  const running = new Set<Promise<void>>();
  const inHand = new Map<number, number>();
  let slotsTaken = 0;

  async function deliver(delivery: DueDelivery, body: Promise<string | undefined>): Promise<void> {
    try {
      const request_body = await body;
      if (request_body === undefined) return await end(delivery.id);
      const outcome = await attempt(context, { ...delivery, request_body }, cut);
      await (cut.aborted && !outcome.is_success ? giveBack(delivery) : note({ delivery, outcome }));
    } catch (error) {
      // Its lease runs out, and it is delivered again.
      const what = 'a delivery could not be made, or its outcome not be noted';
      if (isDatabaseTrouble(error)) context.seldom.warn(what, error);
      else context.log.error({ err: error, delivery: delivery.id }, what);
    }
  }

  function begin(delivery: DueDelivery, body: Promise<string | undefined>): void {
    const { webhook_id } = delivery;
    inHand.set(webhook_id, (inHand.get(webhook_id) ?? 0) + 1);
    const freeSlot = takeSlot();
    const cause = { requestId: delivery.request_id };
    const run = onBehalfOf(cause, () => deliver(delivery, body)).finally(() => {
      freeSlot();
      running.delete(run);
      const left = (inHand.get(webhook_id) ?? 1) - 1;
      if (left > 0) inHand.set(webhook_id, left);
      else inHand.delete(webhook_id);
      context.deliveryBell.ring();
    });
    running.add(run);
  }

  /** Returns how to free it. */
  function takeSlot(): () => void {
    let isTaken = true;
    slotsTaken++;
    const free = () => {
      clearTimeout(timer);
      if (isTaken) slotsTaken--;
      isTaken = false;
      context.deliveryBell.ring();
    };
    const timer = setTimeout(free, kind.slotMs);
    return free;
  }

  return {
    async fill() {
      const most = kind.slots - slotsTaken;
      if (most <= 0) return 0;
      const { isSlow, slotsPerWebhook: mostPerWebhook, slotsPerUnproven: mostPerUnproven } = kind;
      const paused = pace.pausedWebhooks();
      const wish = { isSlow, most, mostPerWebhook, mostPerUnproven, inHand, paused, seconds: leaseSeconds };
      const leased = await inTransaction(context.pools.main, (trx) => leaseDeliveries(trx, wish));
      const due: DueDelivery[] = [];
      const tooSoon: Lease[] = [];
      for (const delivery of leased) {
        if (pace.take(delivery)) due.push(delivery);
        else tooSoon.push(delivery);
      }
      if (tooSoon.length > 0) await returnDeliveries(context.pools.main, tooSoon);
      const bodyOf = readBodies(context, due);
      for (const delivery of due) begin(delivery, bodyOf(delivery));
      return due.length;
    },
    async empty() {
      await Promise.all(running);
    },
  };
}
