import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../../../db/transaction.ts';
import { isDatabaseUnreachable } from '../../../db/unreachable.ts';
import { createBatches } from './batches.ts';
import type { DeliveryContext } from './context.ts';
import { createLane, type Lane, laneKinds } from './lane.ts';
import { endDeliveries } from './log/queries.ts';
import { type Finished, noteOutcomes } from './operations/attempt.ts';
import { returnDeliveries } from './queries/lease.ts';

export interface DeliveryLoop {
  /** Begins nothing more, and finishes what is under way or gives it back. */
  stop(): Promise<void>;
}

/** How often it looks for what is due when nothing happens, and how long stopping waits for answers. */
export interface DeliveryTimes {
  pollMs: number;
  graceMs: number;
}

/** Every process delivers what is due, whichever made it. */
export function startDeliveries(context: DeliveryContext, { pollMs, graceMs }: DeliveryTimes): DeliveryLoop {
  const stopping = new AbortController();
  const cutting = new AbortController();
  const endings = {
    note: createBatches((finished: Finished[]) => noteInTheEnd(context, finished, cutting.signal)),
    end: createBatches((ids: number[]) =>
      inTransaction(context.pools.main, (trx) => endDeliveries(trx, ids)),
    ),
    giveBack: createBatches((ids: number[]) => returnDeliveries(context.pools.main, ids)),
    cut: cutting.signal,
  };
  const lanes = laneKinds.map((kind) => createLane(context, kind, endings));
  const finished = follow(context, lanes, pollMs, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      context.deliveryBell.ring();
      await finished;
      const timer = setTimeout(() => cutting.abort(), graceMs);
      for (const lane of lanes) await lane.empty();
      clearTimeout(timer);
    },
  };
}

const shortestPauseMs = 10;

/** After something happened more is likely to come soon: pauses are short then, and grow. */
async function follow(
  context: DeliveryContext,
  lanes: Lane[],
  pollMs: number,
  stopping: AbortSignal,
): Promise<void> {
  let pauseMs = pollMs;
  while (!stopping.aborted) {
    const begun = await fillAll(context, lanes);
    if (begun > 0) pauseMs = shortestPauseMs;
    const rang = await context.deliveryBell.wait(pauseMs);
    pauseMs = rang ? shortestPauseMs : Math.min(pauseMs * 2, pollMs);
  }
}

async function fillAll(context: DeliveryContext, lanes: Lane[]): Promise<number> {
  let begun = 0;
  try {
    for (const lane of lanes) begun += await lane.fill();
  } catch (error) {
    context.log.error({ err: error }, 'deliveries could not be fetched');
  }
  return begun;
}

/** A database that cannot be reached for a moment is no reason to deliver everything again. */
async function noteInTheEnd(context: DeliveryContext, finished: Finished[], cut: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await noteOutcomes(context, finished);
    } catch (error) {
      if (!isDatabaseUnreachable(error) || cut.aborted) throw error;
      await sleep(1_000, undefined, { signal: cut }).catch(() => {});
    }
  }
}
