import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../../../background/loop.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isDatabaseUnreachable } from '../../../db/unreachable.ts';
import { createBatches } from './batches.ts';
import type { DeliveryContext } from './context.ts';
import { createLane, laneKinds } from './lane.ts';
import { endDeliveries } from './log/queries.ts';
import { type Finished, noteOutcomes } from './operations/attempt.ts';
import { TargetPace } from './pace.ts';
import { type Lease, returnDeliveries } from './queries/lease.ts';

/** How often it looks for what is due when nothing happens, and how long stopping waits for answers. */
export interface DeliveryTimes {
  pollMs: number;
  graceMs: number;
}

/** After something happened more is likely to come soon: pauses are short then, and grow. */
const shortestPauseMs = 10;

/** Every process delivers what is due, whichever made it. Stopped, it finishes what is under way or gives it back. */
export function startDeliveries(context: DeliveryContext, { pollMs, graceMs }: DeliveryTimes): Running {
  const cutting = new AbortController();
  const endings = {
    note: createBatches((finished: Finished[]) => noteInTheEnd(context, finished, cutting.signal)),
    end: createBatches((ids: number[]) =>
      inTransaction(context.pools.main, (trx) => endDeliveries(trx, ids)),
    ),
    giveBack: createBatches((leases: Lease[]) => returnDeliveries(context.pools.main, leases)),
    cut: cutting.signal,
  };
  const pace = new TargetPace(context.config.webhooksPerSecond);
  const lanes = laneKinds.map((kind) => createLane(context, kind, pace, endings));
  let pauseMs = pollMs;
  const loop = context.loops.start({
    name: 'deliveries',
    bell: context.deliveryBell,
    async step(isWoken) {
      let begun = 0;
      for (const lane of lanes) begun += await lane.fill();
      pauseMs = begun > 0 || isWoken ? shortestPauseMs : Math.min(pauseMs * 2, pollMs);
      return pauseMs;
    },
  });
  return {
    async stop() {
      await loop.stop();
      const timer = setTimeout(() => cutting.abort(), graceMs);
      for (const lane of lanes) await lane.empty();
      clearTimeout(timer);
    },
  };
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
