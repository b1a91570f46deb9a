import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isDatabaseTrouble } from '../db/unreachable.ts';
import type { SeldomLog } from '../log-seldom.ts';
import { nobody, onBehalfOf } from '../tracing/cause.ts';
import { type Backoff, delayAfter, doubling } from './backoff.ts';
import { type Bell, createBell } from './bell.ts';

/**
 * Does some work, and returns for how many milliseconds the loop may rest: 0 when there is more to do at once, infinity when
 * it has to be woken. Its argument says whether the loop was woken from its last rest.
 */
export type Step = (isWoken: boolean) => Promise<number>;

/** A step that is repeated until it is stopped. */
export interface Loop {
  /** Ends the rest after a step. The pause after a failure is not cut short, so that a step does not fail in a tight loop. */
  wake(): void;
  /** Begins no further step, and waits for the one that is under way. */
  stop(): Promise<void>;
  read(): LoopReading;
}

/** How a loop is getting on. */
export interface LoopReading {
  name: string;
  /** When a step last succeeded; null before the first. */
  lastSuccessAt: Date | null;
  /** How many steps have failed since then. */
  failures: number;
  /** How long the next step has been overdue; 0 while the loop rests. */
  lagMs: number;
}

export interface LoopParts {
  name: string;
  step: Step;
  log: Logger;
  seldom: SeldomLog;
  /** What wakes the loop. It makes its own, unless others have to ring it before the loop runs. */
  bell?: Bell;
}

const pauses: Backoff = { delays: doubling(100, 2_000), spread: 0.2 };

export function startLoop({ name, step, log, seldom, bell = createBell() }: LoopParts): Loop {
  const stopping = new AbortController();
  let lastSuccessAt: Date | null = null;
  let dueAt = performance.now();
  let failures = 0;

  async function follow(): Promise<void> {
    let isWoken = false;
    while (!stopping.signal.aborted) {
      try {
        const restMs = await step(isWoken);
        failures = 0;
        lastSuccessAt = new Date();
        dueAt = performance.now() + restMs;
        isWoken = restMs > 0 && (await bell.wait(restMs));
      } catch (error) {
        failures++;
        if (isDatabaseTrouble(error)) seldom.warn('background work waits for the database', error);
        else log.error({ err: error, loop: name, failures }, 'background work failed');
        await sleep(delayAfter(pauses, failures), undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }
  // The first step begins after this function has returned, because it may use the loop that is returned.
  const finished = onBehalfOf(nobody, () => Promise.resolve().then(follow));

  return {
    wake: () => bell.ring(),
    async stop() {
      stopping.abort();
      bell.ring();
      await finished;
    },
    read: () => ({ name, lastSuccessAt, failures, lagMs: Math.max(0, performance.now() - dueAt) }),
  };
}
