import { setTimeout as sleep } from 'node:timers/promises';
import type { JobKind } from './runner.ts';

/** How long a recurring job goes on with further steps before it is put back. It is shorter than a lease. */
const turnMs = 20_000;

/**
 * Makes a recurring job of steps, which one process at a time takes for as long as its turn lasts. Like the step of a loop,
 * each returns for how many milliseconds to rest: 0 when there is more to do at once, infinity when nothing is left.
 */
export function inSteps<C>(step: (context: C) => Promise<number>): JobKind<C>['run'] {
  return async (context, _payload, stopping) => {
    const endsAt = Date.now() + turnMs;
    while (!stopping.aborted) {
      const restMs = await step(context);
      if (Date.now() + restMs > endsAt) return;
      await sleep(restMs, undefined, { signal: stopping }).catch(() => {});
    }
  };
}
