import { unavailable } from './errors.ts';

/** Of one thing only so many permits are given out at once: of all of it, or of one user's or one team's share of it. */
export interface Permit {
  name: string;
  atOnce: number;
}

/** Gives the permits back. */
export type Release = () => void;

/** Counting semaphores, each known by its name. */
export interface Semaphores {
  /**
   * Resolves when there is a permit of each of these, in the order of asking; or rejects when that takes too long, or
   * when whoever asked has gone.
   */
  acquire(permits: Permit[], gone?: AbortSignal): Promise<Release>;
  /** The first of which all permits are given out; undefined when there is one of each. */
  findFull(permits: Permit[]): Permit | undefined;
  readonly waiting: number;
}

interface Waiter {
  permits: Permit[];
  start(): void;
}

interface WaitBounds {
  /** How long to wait at most. */
  patienceMs?: number;
  /** How many may wait at once. */
  mostWaiting?: number;
  /** What is thrown when there are too many, or when it takes too long. */
  refusal: () => Error;
}

export function createSemaphores({ patienceMs, mostWaiting = Infinity, refusal }: WaitBounds): Semaphores {
  const givenOut = new Map<string, number>();
  const waiting = new Set<Waiter>();

  const findFull = (permits: Permit[]) =>
    permits.find(({ name, atOnce }) => (givenOut.get(name) ?? 0) >= atOnce);

  function giveOut(permits: Permit[]): Release {
    for (const { name } of permits) givenOut.set(name, (givenOut.get(name) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const { name } of permits) takeBack(name);
      for (const next of waiting) if (!findFull(next.permits)) next.start();
    };
  }

  function takeBack(name: string): void {
    const left = (givenOut.get(name) ?? 0) - 1;
    if (left > 0) givenOut.set(name, left);
    else givenOut.delete(name);
  }

  function wait(permits: Permit[], gone?: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        permits,
        start() {
          stopWaiting();
          resolve(giveOut(permits));
        },
      };
      const stopWaiting = () => {
        waiting.delete(waiter);
        clearTimeout(timer);
        gone?.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        stopWaiting();
        reject(refusal());
      };
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
      gone?.addEventListener('abort', giveUp);
      waiting.add(waiter);
    });
  }

  return {
    findFull,
    async acquire(permits, gone) {
      if (gone?.aborted) throw refusal();
      if (!findFull(permits)) return giveOut(permits);
      if (waiting.size >= mostWaiting) throw refusal();
      return wait(permits, gone);
    },
    get waiting() {
      return waiting.size;
    },
  };
}

/** Work of which little may be done at once, and of which little may wait. */
export interface Semaphore {
  /** Does the work when it is its turn, or throws 503 when too much waits already. */
  run<T>(work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
}

export function createSemaphore({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Semaphore {
  const refusal = () => unavailable('Too much is going on; try again in a moment');
  const semaphores = createSemaphores({ mostWaiting, refusal });
  const permit = { name: 'work', atOnce };
  return {
    async run(work) {
      const release = await semaphores.acquire([permit]);
      try {
        return await work();
      } finally {
        release();
      }
    },
    get waiting() {
      return semaphores.waiting;
    },
  };
}
