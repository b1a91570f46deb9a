import type { Reply } from './exchange.ts';

/** How requests of one kind were answered. */
export interface Tally {
  add(reply: Reply): void;
  /** How many were answered with each status; `broken` are those without an answer. */
  statuses: Record<string, number>;
  slowestMs: number;
  /** Different texts that were answered, up to twenty of them. */
  texts: Set<string>;
  /** Answers of 503 that do not say when to come again. */
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

/** For people: `201 × 340, 503 × 12`. */
export const describeStatuses = ({ statuses }: Tally): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status} × ${count.toLocaleString('en')}`)
    .join(', ') || 'none';
