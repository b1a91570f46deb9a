import type { Database } from '../db/connection.ts';
import { rateLimited } from '../errors.ts';
import type { Network } from '../http/client-ip.ts';
import { createBlocks } from './blocks.ts';
import { findWindows, hitWindows, type WindowState } from './windows.ts';

export interface Limit {
  /** The name and the subject together tell which window is counted. */
  name: string;
  subject: string;
  max: number;
  per: 'minute' | 'hour' | 'day';
}

/** A limit of clients, applied to each network that a client is in: the larger ones are allowed more. */
export const perNetwork = (limit: Omit<Limit, 'subject'>, networks: Network[]): Limit[] =>
  networks.map(({ name, factor }) => ({ ...limit, subject: name, max: limit.max * factor }));

export interface Limiter {
  /** Counts one attempt against every limit, or throws 429 and counts none. */
  take(limits: Limit[]): Promise<void>;
  /** Throws 429 when one of the limits is used up; counts nothing. */
  check(limits: Limit[]): Promise<void>;
  /** Throws 429 when one of the limits is remembered to be used up; asks nobody. */
  recall(limits: Limit[]): void;
}

const seconds = { minute: 60, hour: 3600, day: 86_400 };

/**
 * A rate limiter with fixed windows, each of which begins with its first hit. They are rows in the database, and so exact over
 * all nodes. A window that is full stays full until it ends; each process remembers that, so a client that keeps trying costs
 * no query.
 */
export function createLimiter(db: Database): Limiter {
  const blocks = createBlocks();

  function rememberFull(states: WindowState[]): void {
    for (const { bucket, full, remaining_ms } of states) if (full) blocks.remember(bucket, remaining_ms);
  }

  function recall(limits: Limit[]): void {
    const waits = limits.map((limit) => blocks.remaining(bucketOf(limit)));
    const longest = Math.max(...waits);
    const limit = limits[waits.indexOf(longest)];
    if (limit && longest > 0) throw rateLimited(`${limit.max} per ${limit.per}`, Math.ceil(longest / 1000));
  }

  return {
    recall,
    async check(limits) {
      recall(limits);
      rememberFull(await findWindows(db, limits.map(toWindow)));
      recall(limits);
    },
    async take(limits) {
      recall(limits);
      const { counted, states } = await hitWindows(db, limits.map(toWindow));
      rememberFull(states);
      if (!counted) recall(limits);
    },
  };
}

const bucketOf = ({ name, per, subject }: Limit) => `${name} per ${per}: ${subject}`;

const toWindow = (limit: Limit) => ({ bucket: bucketOf(limit), max: limit.max, seconds: seconds[limit.per] });
