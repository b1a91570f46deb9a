/** How many blocked clients a process remembers. Past that the oldest costs a query again. */
const remembered = 10_000;

/** What is known to be full, and until when: whoever keeps knocking there costs no query. */
export interface Blocks {
  remember(name: string, remainingMs: number): void;
  /** Milliseconds until it is free again; 0 or less when it is not known to be blocked. */
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
