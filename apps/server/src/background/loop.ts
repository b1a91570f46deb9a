import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isDatabaseFailure } from '../db/errors.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ThrottledLog } from '../throttled-log.ts';
import { nobody, onBehalfOf } from '../tracing/cause.ts';

export interface Running {
  stop(): Promise<void>;
}

/** An auto-reset event with one waiter. A set before the wait is not lost. */
function createAutoResetEvent() {
  let isSet = false;
  let wake = () => {};
  return {
    set(): void {
      isSet = true;
      wake();
    },
    /** Returns whether it was set, now or since the last wait. */
    async wait(ms: number): Promise<boolean> {
      if (!isSet) {
        await new Promise<void>((resolve) => {
          const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const wasSet = isSet;
      isSet = false;
      return wasSet;
    },
  };
}

export const backoff = (failures: number, first: number, longest: number): number =>
  Math.min(first * 2 ** (failures - 1), longest);

/** Varies a delay by up to 20 %, so that things that failed together are not retried together. */
export const jitter = (delay: number): number => delay * (0.8 + 0.4 * Math.random());

/** Returns the delay until the next step in milliseconds: 0 if there is more to do, infinity to wait until woken. */
export type Step = (isWoken: boolean) => Promise<number>;

export interface Loop extends Running {
  /** Ends the delay after a step. The backoff after a failure is not shortened. */
  wake(): void;
  read(): LoopReading;
}

export interface LoopReading {
  name: string;
  lastSuccessAt: Date | null;
  failures: number;
  /** How long the next step is overdue; 0 while the loop waits. */
  lagMs: number;
}

export interface LoopParts {
  name: string;
  step: Step;
}

export type Loops = ReturnType<typeof createLoops>;

export function createLoops(log: Logger, throttledLog: ThrottledLog, metrics: Metrics) {
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
      const loop = startLoop(parts, log, throttledLog);
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

function startLoop({ name, step }: LoopParts, log: Logger, throttledLog: ThrottledLog): Loop {
  const wakeUp = createAutoResetEvent();
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
        isWoken = restMs > 0 && (await wakeUp.wait(restMs));
      } catch (error) {
        failures++;
        if (isDatabaseFailure(error)) throttledLog.warn('background work waits for the database', error);
        else log.error({ err: error, loop: name, failures }, 'background work failed');
        const pauseMs = jitter(backoff(failures, 100, 2_000));
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }
  // The first step starts after this function returns, because it may use the returned loop.
  const finished = onBehalfOf(nobody, () => Promise.resolve().then(follow));

  return {
    wake: () => wakeUp.set(),
    async stop() {
      stopping.abort();
      wakeUp.set();
      await finished;
    },
    read: () => ({ name, lastSuccessAt, failures, lagMs: Math.max(0, performance.now() - dueAt) }),
  };
}
