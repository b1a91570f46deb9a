import type { Logger } from 'pino';
import type { SeldomLog } from '../log-seldom.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Gauge } from '../metrics/registry.ts';
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
  metrics.gauges(() => gaugesOf(read()));
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

/** Of processes that run the same loop, the one that is worst off tells. */
const gaugesOf = (loops: LoopReading[]): Gauge[] => [
  {
    name: 'skep_loop_lag_seconds',
    help: 'How long the next step of a loop beside requests has been overdue; 0 while it rests.',
    together: 'largest',
    values: loops.map(({ name, lagMs }) => ({ labels: { loop: name }, value: lagMs / 1_000 })),
  },
  {
    name: 'skep_loop_failures',
    help: 'How many steps of a loop have failed since the last one that succeeded.',
    together: 'largest',
    values: loops.map(({ name, failures }) => ({ labels: { loop: name }, value: failures })),
  },
];
