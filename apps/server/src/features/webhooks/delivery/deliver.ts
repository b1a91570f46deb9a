import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../../../background/loop.ts';
import { isDatabaseFailure, isDatabaseUnreachable } from '../../../db/errors.ts';
import { onBehalfOf } from '../../../tracing/cause.ts';
import { bodiesOf, nameOf } from '../messages/bodies.ts';
import type { DeliveryContext } from './client.ts';
import { attempt, endUnsent, type Finished, noteOutcomes } from './outcome.ts';
import { type DueDelivery, type Lease, leaseDeliveries, returnDeliveries } from './queue.ts';
import { TargetRateLimiter } from './target-rate-limiter.ts';

/** Concurrent deliveries with a slot: in total, per webhook, and per webhook without a recent success. */
const slots = 64;
const limits = { maxPerWebhook: 8, maxPerUnproven: 2 };
/** After this a delivery continues without a slot, so that slow targets do not block others. */
const slotMs = 1_000;

/** Every process sends due deliveries. On stop it waits `graceMs` for responses and returns the rest to the queue. */
export function startDeliveries(
  context: DeliveryContext,
  { pollMs, graceMs }: { pollMs: number; graceMs: number },
): Running {
  const deliverer = new Deliverer(context);
  const loop = context.loops.start({
    name: 'deliveries',
    step: async () => ((await deliverer.beginDue()) > 0 ? 0 : pollMs),
  });
  context.signals.on('deliveries', loop.wake);
  return {
    async stop() {
      context.signals.off('deliveries', loop.wake);
      await loop.stop();
      await deliverer.finish(graceMs);
    },
  };
}

class Deliverer {
  readonly #context: DeliveryContext;
  readonly #rateLimiter: TargetRateLimiter;
  readonly #running = new Set<Promise<void>>();
  /** Deliveries in progress per webhook, with or without a slot. */
  readonly #inFlight = new Map<number, number>();
  readonly #cut = new AbortController();
  readonly #note: (finished: Finished) => Promise<void>;
  #freeSlots = slots;

  constructor(context: DeliveryContext) {
    this.#context = context;
    this.#rateLimiter = new TargetRateLimiter(context.config.webhooksPerSecond);
    this.#note = inBatches((finished) => this.#recordWithRetry(finished));
  }

  async beginDue(): Promise<number> {
    if (this.#freeSlots <= 0) return 0;
    const { main: db } = this.#context.pools;
    const paused = this.#rateLimiter.pausedWebhooks();
    const request = { ...limits, max: this.#freeSlots, inFlight: this.#inFlight, paused };
    const leased = await leaseDeliveries(db, request);
    const due: DueDelivery[] = [];
    const tooSoon: Lease[] = [];
    for (const delivery of leased) (this.#rateLimiter.take(delivery) ? due : tooSoon).push(delivery);
    await returnDeliveries(db, tooSoon);
    const bodies = due.length > 0 ? bodiesOf(this.#context, due) : Promise.resolve(new Map());
    for (const delivery of due) this.#begin(delivery, bodies);
    return due.length;
  }

  async finish(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.#cut.abort(), graceMs);
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  #begin(delivery: DueDelivery, bodies: Promise<Map<string, string>>): void {
    const { webhook_id, request_id: requestId } = delivery;
    this.#inFlight.set(webhook_id, (this.#inFlight.get(webhook_id) ?? 0) + 1);
    const freeSlot = this.#takeSlot();
    const run = onBehalfOf({ requestId }, () => this.#deliver(delivery, bodies)).finally(() => {
      freeSlot();
      this.#running.delete(run);
      const left = (this.#inFlight.get(webhook_id) ?? 1) - 1;
      if (left > 0) this.#inFlight.set(webhook_id, left);
      else this.#inFlight.delete(webhook_id);
      this.#context.signals.emit('deliveries');
    });
    this.#running.add(run);
  }

  #takeSlot(): () => void {
    let isTaken = true;
    this.#freeSlots--;
    const free = () => {
      clearTimeout(timer);
      if (!isTaken) return;
      isTaken = false;
      this.#freeSlots++;
      this.#context.signals.emit('deliveries');
    };
    const timer = setTimeout(free, slotMs);
    return free;
  }

  async #deliver(delivery: DueDelivery, bodies: Promise<Map<string, string>>): Promise<void> {
    const { signal } = this.#cut;
    try {
      const request_body = (await bodies).get(nameOf(delivery));
      if (request_body === undefined || !delivery.is_wanted) return await endUnsent(this.#context, delivery);
      const outcome = await attempt(this.#context, { ...delivery, request_body }, signal);
      if (signal.aborted && !outcome.is_success) await returnDeliveries(this.#context.pools.main, [delivery]);
      else await this.#note({ delivery, outcome });
    } catch (error) {
      // The lease expires and the delivery is repeated.
      const what = 'delivery failed internally';
      if (isDatabaseFailure(error)) this.#context.throttledLog.warn(what, error);
      else this.#context.log.error({ err: error, delivery: delivery.id }, what);
    }
  }

  /** Retries recording while the database is unreachable, to avoid repeating deliveries. */
  async #recordWithRetry(finished: Finished[]): Promise<void> {
    const { signal } = this.#cut;
    for (;;) {
      try {
        const retryInSeconds = await noteOutcomes(this.#context, finished);
        const retry = () => this.#context.signals.emit('deliveries');
        if (retryInSeconds < 60) setTimeout(retry, retryInSeconds * 1_000).unref();
        return;
      } catch (error) {
        if (!isDatabaseUnreachable(error) || signal.aborted) throw error;
        await sleep(1_000, undefined, { signal }).catch(() => {});
      }
    }
  }
}

/** Items that arrive while a batch is being written form the next one. Resolves when the item is written. */
function inBatches<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (item) => {
    waiting.push(item);
    if (!next) {
      next = last.then(() => {
        const items = waiting;
        waiting = [];
        next = undefined;
        return write(items);
      });
      last = next.catch(() => {});
    }
    return next;
  };
}
