/** How long to wait after the first failure, the second, and so on. The last delay holds for all failures after it. */
export interface Backoff {
  delays: number[];
  /** Jitter: each delay is varied by up to this share of itself, so that what failed together is not retried together. */
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
