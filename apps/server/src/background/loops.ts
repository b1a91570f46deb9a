import type { Logger } from 'pino';
import type { SeldomLog } from '../log-seldom.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Loop, type LoopParts, type LoopReading, startLoop } from './loop.ts';

/** Background work that runs until it is stopped. */
export interface Running {
  stop(): Promise<void>;
}

/** The registry of all loops of this process. */
export interface Loops {
  start(parts: Omit<LoopParts, 'log' | 'seldom'>): Loop;
  /** Tells of each running loop how it is getting on, for whoever monitors the process. */
  read(): LoopReading[];
}

export function createLoops(log: Logger, seldom: SeldomLog, metrics: Metrics): Loops {
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
    start(parts) {
      const loop = startLoop({ ...parts, log, seldom });
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
