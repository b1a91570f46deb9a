export interface Permit {
  name: string;
  atOnce: number;
}

export type Release = () => void;

interface Waiter {
  permits: Permit[];
  start(): void;
  refuse(error: unknown): void;
}

interface WaitBounds {
  patienceMs: number;
  /** The error for whoever has waited too long, or has gone. */
  refusal: () => Error;
}

/** Permits of several are acquired together, so that nobody deadlocks, and whoever waits can be refused: `p-limit` does neither. */
export function createSemaphores({ patienceMs, refusal }: WaitBounds) {
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
      const timer = setTimeout(giveUp, patienceMs);
      gone?.addEventListener('abort', giveUp);
      waiting.add(waiter);
    });
  }

  return {
    findFull,
    acquireAtOnce: (permits: Permit[]): Release | undefined =>
      findFull(permits) ? undefined : giveOut(permits),
    refuseWaiting(permits: Permit[], error: unknown): void {
      const names = new Set(permits.map(({ name }) => name));
      for (const waiter of waiting)
        if (waiter.permits.some(({ name }) => names.has(name))) waiter.refuse(error);
    },
    /** Whoever asked first gets theirs first. */
    async acquire(permits: Permit[], gone?: AbortSignal): Promise<Release> {
      if (gone?.aborted) throw refusal();
      if (!findFull(permits)) return giveOut(permits);
      return wait(permits, gone);
    },
  };
}
