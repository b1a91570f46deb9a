import { setTimeout as sleep } from 'node:timers/promises';
import type { JobKind } from './runner.ts';

/** How long a recurring job goes on with its next step, instead of being put back. It is less than a lease. */
const turnMs = 20_000;

/**
 * Work of a recurring job that is done in steps, by one process at a time. Like those of a loop, each says for how many
 * milliseconds to rest before the next: 0 when there is more to do at once, infinity when there is nothing left.
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
