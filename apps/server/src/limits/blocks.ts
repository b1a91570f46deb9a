/** How many full windows a process remembers. Beyond that, the oldest one is forgotten and costs a query again. */
const remembered = 10_000;

/** A bounded cache of the windows that are full, and until when: a client that keeps trying costs no query. */
export interface Blocks {
  remember(name: string, remainingMs: number): void;
  /** Milliseconds until the window ends; 0 or less when it is not known to be full. */
  remaining(name: string): number;
}

export function createBlocks(): Blocks {
  const until = new Map<string, number>();
  return {
    remember(name, remainingMs) {
      until.delete(name);
      until.set(name, performance.now() + remainingMs);
      const oldest = until.keys().next().value;
      if (until.size > remembered && oldest !== undefined) until.delete(oldest);
    },
    remaining: (name) => (until.get(name) ?? 0) - performance.now(),
  };
}
