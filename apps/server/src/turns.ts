import { unavailable } from './errors.ts';

/** Work of which little may be done at once, and of which little may wait. */
export interface Turns {
  /** Does the work when it is its turn, or throws 503 when too much waits already. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** How many wait for their turn. */
  readonly waiting: number;
}

export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const queue: (() => void)[] = [];
  let busy = 0;

  /** Whoever ends hands its place to the next in line. */
  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else busy--;
  }

  async function enter(): Promise<void> {
    if (busy < atOnce) {
      busy++;
      return;
    }
    if (queue.length >= mostWaiting) throw unavailable('Too much is going on; try again in a moment');
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  return {
    async take(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    get waiting() {
      return queue.length;
    },
  };
}
