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

/** A rate limiter with fixed windows, which are rows in the database, and so exact over all nodes (decision 3). */
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

/** Beyond so many, the oldest full window is forgotten and costs a query again. */
const remembered = 10_000;

/** Names that are blocked, such as windows that are full, and until when: whoever keeps trying costs no query. */
export function createBlocks() {
  const until = new Map<string, number>();
  return {
    remember(name: string, remainingMs: number): void {
      until.delete(name);
      until.set(name, performance.now() + remainingMs);
      const oldest = until.keys().next().value;
      if (until.size > remembered && oldest !== undefined) until.delete(oldest);
    },
    /** Milliseconds until the window ends; 0 or less when it is not known to be full. */
    remaining: (name: string) => (until.get(name) ?? 0) - performance.now(),
  };
}

/** Counts one attempt and returns true, or returns false when there have been too many: for limits that nobody is told of. */
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

/** A window that ends further ahead than its length began before the clock was set back, and is over. */
const isRunning = sql`ends_at > clock_timestamp() and ends_at <= clock_timestamp() + make_interval(secs => wanted.seconds)`;

/** Makes the rows that are missing and locks all of them, by an update that changes nothing. Their order prevents deadlocks. */
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
