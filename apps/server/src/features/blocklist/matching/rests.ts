import { setTimeout as sleep } from 'node:timers/promises';

const longestMs = 5;
/** A rest is this many times as long as the work before it, so that three quarters of the time are left to other work. */
const restFactor = 3;

/**
 * Cooperative multitasking for long work that is done in steps. The work calls this between two steps; when it has blocked
 * the event loop for `longestMs`, it is made to rest so that requests get their turn.
 */
export function createRests(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    const elapsedMs = performance.now() - since;
    if (elapsedMs < longestMs) return;
    await sleep(restFactor * elapsedMs, undefined, { ref: false });
    since = performance.now();
  };
}
