/** Something that only so many may use at once: all of it, or one user's or one team's share of it. */
export interface Place {
  name: string;
  atOnce: number;
}

/** Gives the place back. */
export type Leave = () => void;

export interface Turns {
  /**
   * Resolves when there is room at all of these places, in the order of asking; or rejects when that takes too long, or
   * when whoever asked has gone.
   */
  take(places: Place[], gone?: AbortSignal): Promise<Leave>;
  /** The first of the places that is full; undefined when there is room at all of them. */
  findFull(places: Place[]): Place | undefined;
}

interface Waiting {
  places: Place[];
  start(): void;
}

export function createTurns(patienceMs: number, refusal: () => Error): Turns {
  const used = new Map<string, number>();
  const waiting = new Set<Waiting>();

  const findFull = (places: Place[]) => places.find(({ name, atOnce }) => (used.get(name) ?? 0) >= atOnce);

  function occupy(places: Place[]): Leave {
    for (const { name } of places) used.set(name, (used.get(name) ?? 0) + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      for (const { name } of places) giveBack(name);
      for (const next of waiting) if (!findFull(next.places)) next.start();
    };
  }

  function giveBack(name: string): void {
    const left = (used.get(name) ?? 0) - 1;
    if (left > 0) used.set(name, left);
    else used.delete(name);
  }

  return {
    findFull,
    async take(places, gone) {
      if (gone?.aborted) throw refusal();
      if (!findFull(places)) return occupy(places);
      return new Promise((resolve, reject) => {
        const turn: Waiting = {
          places,
          start() {
            stopWaiting();
            resolve(occupy(places));
          },
        };
        const stopWaiting = () => {
          waiting.delete(turn);
          clearTimeout(timer);
          gone?.removeEventListener('abort', giveUp);
        };
        const giveUp = () => {
          stopWaiting();
          reject(refusal());
        };
        const timer = setTimeout(giveUp, patienceMs);
        gone?.addEventListener('abort', giveUp);
        waiting.add(turn);
      });
    },
  };
}
