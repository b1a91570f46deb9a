import type { HttpResponse } from './http-client.ts';

/** Statistics of the responses to one kind of request. */
export interface Tally {
  add(response: HttpResponse): void;
  /** Counts by status; `broken` counts requests without a response. */
  statuses: Record<string, number>;
  slowestMs: number;
  /** Up to twenty distinct response bodies. */
  texts: Set<string>;
  /** Number of 503 responses without Retry-After. */
  withoutRetryAfter: number;
  total: number;
  clear(): void;
}

export function createTally(): Tally {
  return {
    statuses: {},
    slowestMs: 0,
    texts: new Set(),
    withoutRetryAfter: 0,
    total: 0,
    add({ status, text, retryAfter, ms }) {
      const name = String(status ?? 'broken');
      this.statuses[name] = (this.statuses[name] ?? 0) + 1;
      this.slowestMs = Math.max(this.slowestMs, ms);
      if (status === 503 && !retryAfter) this.withoutRetryAfter++;
      this.total++;
      if (this.texts.size < 20) this.texts.add(text);
    },
    clear() {
      Object.assign(this, { statuses: {}, slowestMs: 0, texts: new Set(), withoutRetryAfter: 0, total: 0 });
    },
  };
}

/** Such as `201 × 340, 503 × 12`. */
export const describeStatuses = ({ statuses }: Tally): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status} × ${count.toLocaleString('en')}`)
    .join(', ') || 'none';
