import { setTimeout as sleep } from 'node:timers/promises';

const longestMs = 5;
/** Of a process's time, three parts out of four are for others. */
const restFactor = 3;

/** For long work in steps: between two of them it rests, when it has kept the process from everything else for a while. */
export function createRests(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    const elapsedMs = performance.now() - since;
    if (elapsedMs < longestMs) return;
    await sleep(restFactor * elapsedMs, undefined, { ref: false });
    since = performance.now();
  };
}
