import type { Database } from '../db/connection.ts';
import { rateLimited } from '../errors.ts';
import { findFullWindows, hitWindows } from './windows.ts';

export interface Limit {
  /** Together with `subject` it names the window that is counted. */
  name: string;
  subject: string;
  max: number;
  per: 'minute' | 'hour';
}

export interface Limiter {
  /** Counts one attempt against every limit, or throws 429 and counts none. */
  take(limits: Limit[]): Promise<void>;
  /** Throws 429 when one of the limits is used up; counts nothing. */
  check(limits: Limit[]): Promise<void>;
}

const seconds = { minute: 60, hour: 3600 };

/** How many blocked clients a process remembers. Past that the oldest costs a query again. */
const rememberedBlocks = 10_000;

/**
 * The windows live in the database and are exact over all nodes. A window that is full stays so until it ends, so
 * each process remembers that, and a client that keeps knocking costs no query.
 */
export function createLimiter(db: Database): Limiter {
  const blockedUntil = new Map<string, number>();

  function refuseRemembered(limits: Limit[]): void {
    const now = performance.now();
    const waits = limits.map((limit) => (blockedUntil.get(bucketOf(limit)) ?? 0) - now);
    refuse(limits, waits);
  }

  function refuse(limits: Limit[], waits: number[]): void {
    const longest = Math.max(...waits);
    const limit = limits[waits.indexOf(longest)];
    if (limit && longest > 0)
      throw rateLimited(`${limit.max} per ${limit.per}`, Math.max(1, Math.ceil(longest / 1000)));
  }

  function remember(bucket: string, remainingMs: number): void {
    blockedUntil.delete(bucket);
    blockedUntil.set(bucket, performance.now() + remainingMs);
    const oldest = blockedUntil.keys().next().value;
    if (blockedUntil.size > rememberedBlocks && oldest !== undefined) blockedUntil.delete(oldest);
  }

  async function refuseFull(limits: Limit[], look: typeof hitWindows): Promise<void> {
    refuseRemembered(limits);
    const full = await look(db, limits.map(toWindow));
    for (const { bucket, remaining_ms } of full) remember(bucket, remaining_ms);
    refuse(
      limits,
      limits.map((limit) => full.find(({ bucket }) => bucket === bucketOf(limit))?.remaining_ms ?? 0),
    );
  }

  return {
    take: (limits) => refuseFull(limits, hitWindows),
    check: (limits) => refuseFull(limits, findFullWindows),
  };
}

const bucketOf = ({ name, per, subject }: Limit) => `${name} per ${per}: ${subject}`;

const toWindow = (limit: Limit) => ({ bucket: bucketOf(limit), max: limit.max, seconds: seconds[limit.per] });
