export interface Permit {
  name: string;
  limit: number;
}

export type Release = () => void;

interface Waiter {
  permits: Permit[];
  start(): void;
  refuse(error: unknown): void;
}

interface WaitBounds {
  maxWaitMs: number;
  /** Thrown after `maxWaitMs`, or when the caller is gone. */
  refusal: () => Error;
}

/** Acquires several permits atomically, which prevents deadlocks, and can reject waiters. `p-limit` does neither. */
export function createSemaphores({ maxWaitMs, refusal }: WaitBounds) {
  const held = new Map<string, number>();
  const waiting = new Set<Waiter>();

  const findFull = (permits: Permit[]) => permits.find(({ name, limit }) => (held.get(name) ?? 0) >= limit);

  function grant(permits: Permit[]): Release {
    for (const { name } of permits) held.set(name, (held.get(name) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const { name } of permits) returnPermit(name);
      startWaiting(permits);
    };
  }

  /** Stops as soon as all released permits are taken again. */
  function startWaiting(released: Permit[]): void {
    for (const next of waiting) {
      if (released.every((permit) => findFull([permit]))) return;
      if (!findFull(next.permits)) next.start();
    }
  }

  function returnPermit(name: string): void {
    const left = (held.get(name) ?? 0) - 1;
    if (left > 0) held.set(name, left);
    else held.delete(name);
  }

  function wait(permits: Permit[], signal?: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        permits,
        start() {
          stopWaiting();
          resolve(grant(permits));
        },
        refuse(error) {
          stopWaiting();
          reject(error);
        },
      };
      const stopWaiting = () => {
        waiting.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = () => waiter.refuse(refusal());
      const timer = setTimeout(giveUp, maxWaitMs);
      signal?.addEventListener('abort', giveUp);
      waiting.add(waiter);
    });
  }

  return {
    findFull,
    tryAcquire: (permits: Permit[]): Release | undefined => (findFull(permits) ? undefined : grant(permits)),
    refuseWaiting(permits: Permit[], error: unknown): void {
      const names = new Set(permits.map(({ name }) => name));
      for (const waiter of waiting)
        if (waiter.permits.some(({ name }) => names.has(name))) waiter.refuse(error);
    },
    /** First come, first served. */
    async acquire(permits: Permit[], signal?: AbortSignal): Promise<Release> {
      if (signal?.aborted) throw refusal();
      if (!findFull(permits)) return grant(permits);
      return wait(permits, signal);
    },
  };
}
