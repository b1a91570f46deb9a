import { sql } from 'kysely';
import type { Database, Db } from '../db/connection.ts';
import { deleteInPortions } from '../db/sql.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError, rateLimited } from '../errors.ts';
import type { Network } from '../http/client-ip.ts';

export interface Limit {
  name: string;
  subject: string;
  max: number;
  per: 'minute' | 'hour' | 'day';
}

/** Applies a client limit to each of its networks. Larger ones are allowed more. */
export const perNetwork = (limit: Omit<Limit, 'subject'>, networks: Network[]): Limit[] =>
  networks.map(({ name, factor }) => ({ ...limit, subject: name, max: limit.max * factor }));

export interface Limiter {
  /** Counts one attempt against every limit, or throws 429 and counts none. */
  take(limits: Limit[]): Promise<void>;
  /** Throws 429 if a limit is used up. Counts nothing. */
  check(limits: Limit[]): Promise<void>;
  /** Throws 429 if a limit is known to be used up, without a query. */
  recall(limits: Limit[]): void;
}

const seconds = { minute: 60, hour: 3600, day: 86_400 };

/** Fixed windows stored in the database, so they are exact across nodes (decision 3). */
export function createLimiter(db: Database): Limiter {
  const blocks = createBlocks();

  function rememberFull(rows: WindowRow[], windows: Window[]): void {
    for (const row of rows) if (isFull(row, windows)) blocks.remember(row.bucket, row.remaining_ms);
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
      const windows = limits.map(toWindow);
      const rows = await db
        .selectFrom('rate_windows')
        .select(['bucket', 'hits', remainingMs.as('remaining_ms')])
        .where('bucket', 'in', bucketsOf(windows))
        .execute();
      rememberFull(rows, windows);
      recall(limits);
    },
    async take(limits) {
      recall(limits);
      const windows = limits.map(toWindow);
      const { isCounted, rows } = await inTransaction(db, async (trx) => {
        const before = await lockWindows(trx, windows);
        if (before.some((row) => isFull(row, windows))) return { isCounted: false, rows: before };
        return { isCounted: true, rows: await countHits(trx, windows) };
      });
      rememberFull(rows, windows);
      if (!isCounted) recall(limits);
    },
  };
}

const bucketOf = ({ name, per, subject }: Limit) => `${name} per ${per}: ${subject}`;

const toWindow = (limit: Limit) => ({ bucket: bucketOf(limit), max: limit.max, seconds: seconds[limit.per] });

/** Above this number the oldest entry is dropped and costs a query again. */
const remembered = 10_000;

/** Remembers what is blocked and until when, so that repeated attempts cost no query. */
export function createBlocks() {
  const until = new Map<string, number>();
  return {
    remember(name: string, remainingMs: number): void {
      until.delete(name);
      until.set(name, performance.now() + remainingMs);
      const oldest = until.keys().next().value;
      if (until.size > remembered && oldest !== undefined) until.delete(oldest);
    },
    /** Milliseconds left; 0 or less if not blocked. */
    remaining: (name: string) => (until.get(name) ?? 0) - performance.now(),
  };
}

/** For silent limits: counts an attempt, or returns false if the limit is used up. */
export async function isWithin(limiter: Limiter, limits: Limit[]): Promise<boolean> {
  try {
    await limiter.take(limits);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return false;
    throw error;
  }
}

interface Window {
  bucket: string;
  max: number;
  seconds: number;
}

interface WindowRow {
  bucket: string;
  hits: number;
  remaining_ms: number;
}

const remainingMs = sql<number>`extract(epoch from rate_windows.ends_at - clock_timestamp())::float8 * 1000`;

/** A window that ends later than its length allows started before the clock was set back, so it is over. */
const isRunning = sql`ends_at > clock_timestamp() and ends_at <= clock_timestamp() + make_interval(secs => wanted.seconds)`;

/** Inserts missing rows and locks all of them with a no-op update, in a fixed order against deadlocks. */
async function lockWindows(db: Db, windows: Window[]): Promise<WindowRow[]> {
  const { rows } = await sql<WindowRow>`
    insert into rate_windows (bucket, hits, ends_at)
    select bucket, 0, 'epoch' from unnest(${bucketsOf(windows)}::text[]) as bucket order by bucket
    on conflict (bucket) do update set hits = rate_windows.hits
    returning bucket, hits, ${remainingMs} as remaining_ms`.execute(db);
  return rows;
}

async function countHits(db: Db, windows: Window[]): Promise<WindowRow[]> {
  const seconds = windows.map((window) => window.seconds);
  const { rows } = await sql<WindowRow>`
    update rate_windows set
      hits = case when ${isRunning} then hits + 1 else 1 end,
      ends_at = case when ${isRunning} then ends_at
        else clock_timestamp() + make_interval(secs => wanted.seconds) end
    from unnest(${bucketsOf(windows)}::text[], ${seconds}::float8[]) as wanted (bucket, seconds)
    where rate_windows.bucket = wanted.bucket
    returning rate_windows.bucket, hits, ${remainingMs} as remaining_ms`.execute(db);
  return rows;
}

export function deleteEndedWindows(db: Db): Promise<number> {
  return deleteInPortions(
    db,
    'rate_windows',
    sql`ends_at < now() - interval '1 hour' or ends_at > now() + interval '2 days'`,
  );
}

function isFull({ bucket, hits, remaining_ms }: WindowRow, windows: Window[]): boolean {
  const { max, seconds } = windows.find((window) => window.bucket === bucket) ?? { max: 0, seconds: 0 };
  return hits >= max && remaining_ms > 0 && remaining_ms <= seconds * 1000;
}

const bucketsOf = (windows: Window[]) => windows.map(({ bucket }) => bucket);
