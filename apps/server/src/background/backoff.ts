/** How long to wait after the first failure, the second, and so on; after more than these, as long as after the last. */
export interface Backoff {
  delays: number[];
  /** Each is varied by up to this part of it, so that what failed at once is not tried again at once. */
  spread?: number;
}

/** Exponential backoff: each delay is twice the one before, up to the longest. */
export function doubling(first: number, longest: number): number[] {
  const delays: number[] = [];
  for (let delay = first; delay < longest; delay *= 2) delays.push(delay);
  return [...delays, longest];
}

export function delayAfter({ delays, spread = 0 }: Backoff, failures: number): number {
  const delay = delays[Math.min(failures, delays.length) - 1] ?? 0;
  return delay * (1 + spread * (2 * Math.random() - 1));
}
