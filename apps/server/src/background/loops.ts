import type { Logger } from 'pino';
import { type Loop, type LoopParts, type LoopReading, startLoop } from './loop.ts';

/** What runs until it is stopped. */
export interface Running {
  stop(): Promise<void>;
}

/** All loops of this process. */
export interface Loops {
  start(parts: Omit<LoopParts, 'log'>): Loop;
  /** Of each that is running, for whoever watches over the process. */
  read(): LoopReading[];
}

export function createLoops(log: Logger): Loops {
  const running = new Set<Loop>();
  return {
    start(parts) {
      const loop = startLoop({ ...parts, log });
      running.add(loop);
      return {
        ...loop,
        async stop() {
          await loop.stop();
          running.delete(loop);
        },
      };
    },
    read: () => [...running].map((loop) => loop.read()),
  };
}
