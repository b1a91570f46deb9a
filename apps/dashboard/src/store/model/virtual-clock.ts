import type { Clock } from '../clock.ts';

/** A clock that only the test advances. */
export interface VirtualClock extends Clock {
  after(ms: number, run: () => void): number;
  every(ms: number, run: () => void): number;
  /** Advances the clock and runs due timers in order. */
  advance(ms: number): void;
  /** Runs the callbacks of the next frame. */
  frame(): void;
  callOff(timer: number | undefined): void;
}

export function createVirtualClock(): VirtualClock {
  let now = 1_000_000;
  let sequence = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  let frames: (() => void)[] = [];

  return {
    now: () => now,
    after(ms, run) {
      const key = sequence++;
      timers.set(key, { at: now + ms, run });
      return key;
    },
    every(ms, run) {
      const key = sequence++;
      const again = () => {
        timers.set(key, { at: now + ms, run: again });
        run();
      };
      timers.set(key, { at: now + ms, run: again });
      return key;
    },
    nextFrame: (run) => void frames.push(run),
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers]
          .filter(([, { at }]) => at <= end)
          .sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];
        if (!due) break;
        timers.delete(due[0]);
        now = Math.max(now, due[1].at);
        due[1].run();
      }
      now = end;
    },
    frame() {
      const running = frames;
      frames = [];
      for (const run of running) run();
    },
    callOff: (timer) => void timers.delete(timer ?? -1),
  };
}
