import { setTimeout as sleep } from 'node:timers/promises';
import type { JobKind } from './runner.ts';

/** How long a recurring job goes on with further steps before it is put back. With its last rest it is shorter than a lease. */
const turnMs = 20_000;
const longestRestMs = 20_000;

/**
 * Makes a recurring job of steps, which one process at a time takes for as long as its turn lasts. Like the step of a loop,
 * each returns for how many milliseconds to rest: 0 when there is more to do at once, infinity when nothing is left. A
 * rest is taken even when the turn is over by then: a step that took long asks for it to leave the database to others.
 */
export function inSteps<C>(step: (context: C) => Promise<number>): JobKind<C>['run'] {
  return async (context, _payload, stopping) => {
    const begunAt = performance.now();
    while (!stopping.aborted && performance.now() - begunAt < turnMs) {
      const restMs = await step(context);
      if (restMs === Number.POSITIVE_INFINITY) return;
      await sleep(Math.min(restMs, longestRestMs), undefined, { signal: stopping }).catch(() => {});
    }
  };
}
