import pLimit from 'p-limit';
import { unavailable } from './errors.ts';

/** A permit of the named semaphore, which gives out `atOnce` of them: for everybody, or for one user or one team. */
export interface Permit {
  name: string;
  atOnce: number;
}

/** Gives the permits back; calling it again does nothing. */
export type Release = () => void;

/**
 * Counting semaphores, each known by its name. Permits of several are acquired together, so that nobody deadlocks, and whoever
 * waits can be refused: `p-limit` does neither.
 */
export interface Semaphores {
  /**
   * Resolves when there is a permit of each of these semaphores; of those who can have theirs, whoever asked first gets it
   * first. Rejects when that takes too long, or when whoever asked has gone.
   */
  acquire(permits: Permit[], gone?: AbortSignal): Promise<Release>;
  /** Gives out a permit of each of these semaphores at once, if there is one; for whoever would rather not await it. */
  acquireAtOnce(permits: Permit[]): Release | undefined;
  /** The first semaphore that has no permit left; undefined when each of them has one. */
  findFull(permits: Permit[]): Permit | undefined;
  /** Rejects, with this error, everybody who waits for one of these semaphores. */
  refuseWaiting(permits: Permit[], error: unknown): void;
  readonly waiting: number;
}

interface Waiter {
  permits: Permit[];
  start(): void;
  refuse(error: unknown): void;
}

interface WaitBounds {
  /** How long to wait at most. */
  patienceMs?: number;
  /** How many may wait at once. */
  mostWaiting?: number;
  /** The error that is thrown when too many wait, or when somebody has waited too long. */
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
      startWaiting(permits);
    };
  }

  /** Only those can start who wait for one of these. When all of these are given out again, nobody else has to be looked at. */
  function startWaiting(released: Permit[]): void {
    for (const next of waiting) {
      if (released.every((permit) => findFull([permit]))) return;
      if (!findFull(next.permits)) next.start();
    }
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
        refuse(error) {
          stopWaiting();
          reject(error);
        },
      };
      const stopWaiting = () => {
        waiting.delete(waiter);
        clearTimeout(timer);
        gone?.removeEventListener('abort', giveUp);
      };
      const giveUp = () => waiter.refuse(refusal());
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
      gone?.addEventListener('abort', giveUp);
      waiting.add(waiter);
    });
  }

  return {
    findFull,
    acquireAtOnce: (permits) => (findFull(permits) ? undefined : giveOut(permits)),
    refuseWaiting(permits, error) {
      const names = new Set(permits.map(({ name }) => name));
      for (const waiter of waiting)
        if (waiter.permits.some(({ name }) => names.has(name))) waiter.refuse(error);
    },
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

/** One counting semaphore with a bounded queue. */
export interface Semaphore {
  /** Does the work when there is a permit for it, or throws 503 when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
}

export function createSemaphore({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Semaphore {
  const limit = pLimit(atOnce);
  return {
    async run(work) {
      if (limit.pendingCount >= mostWaiting)
        throw unavailable('Too many requests at once. Retry in a moment.');
      return limit(work);
    },
    get waiting() {
      return limit.pendingCount;
    },
  };
}
