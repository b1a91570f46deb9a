import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isDatabaseTrouble } from '../db/errors.ts';
import type { SeldomLog } from '../log-seldom.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { nobody, onBehalfOf } from '../tracing/cause.ts';

export interface Running {
  stop(): Promise<void>;
}

/** An auto-reset event with one waiter. It remembers having been rung, so a ring just before the wait is not lost. */
function createBell() {
  let hasRung = false;
  let wake = () => {};
  return {
    ring(): void {
      hasRung = true;
      wake();
    },
    /** Says whether it rang, now or since the last wait. */
    async wait(ms: number): Promise<boolean> {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const rang = hasRung;
      hasRung = false;
      return rang;
    },
  };
}

/** Exponential backoff: the delay after the first failure, doubled with each further one up to the longest. */
export const backoff = (failures: number, first: number, longest: number): number =>
  Math.min(first * 2 ** (failures - 1), longest);

/** Varies a delay by up to 20 %, so that what failed together is not retried together. */
export const jitter = (delay: number): number => delay * (0.8 + 0.4 * Math.random());

/** Returns how many milliseconds to rest: 0 when there is more to do, infinity until it is woken. */
export type Step = (isWoken: boolean) => Promise<number>;

export interface Loop extends Running {
  /** Ends the rest after a step. The pause after a failure is not cut short. */
  wake(): void;
  read(): LoopReading;
}

export interface LoopReading {
  name: string;
  lastSuccessAt: Date | null;
  failures: number;
  /** How long the next step has been overdue; 0 while the loop rests. */
  lagMs: number;
}

export interface LoopParts {
  name: string;
  step: Step;
}

export type Loops = ReturnType<typeof createLoops>;

export function createLoops(log: Logger, seldom: SeldomLog, metrics: Metrics) {
  const running = new Set<Loop>();
  const read = () => [...running].map((loop) => loop.read());
  metrics.onRead(() => {
    metrics.loopLagSeconds.reset();
    metrics.loopFailures.reset();
    for (const { name: loop, lagMs, failures } of read()) {
      metrics.loopLagSeconds.set({ loop }, lagMs / 1_000);
      metrics.loopFailures.set({ loop }, failures);
    }
  });
  return {
    start(parts: LoopParts): Loop {
      const loop = startLoop(parts, log, seldom);
      running.add(loop);
      return {
        ...loop,
        async stop() {
          await loop.stop();
          running.delete(loop);
        },
      };
    },
    read,
  };
}

function startLoop({ name, step }: LoopParts, log: Logger, seldom: SeldomLog): Loop {
  const bell = createBell();
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
        const pauseMs = jitter(backoff(failures, 100, 2_000));
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
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
