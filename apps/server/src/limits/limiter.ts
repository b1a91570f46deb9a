import { sql } from 'kysely';
import type { Database, Db } from '../db/connection.ts';
import { deleteInPortions } from '../db/sql.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError, rateLimited } from '../errors.ts';
import type { Network } from '../http/client-ip.ts';

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

/** How many full windows a process remembers. Beyond that, the oldest one is forgotten and costs a query again. */
const remembered = 10_000;

/** A bounded cache of the windows that are full, and until when: a client that keeps trying costs no query. */
interface Blocks {
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

interface WindowState {
  bucket: string;
  /** Whether it takes no more hits until it ends. */
  full: boolean;
  remaining_ms: number;
}

interface WindowRow {
  bucket: string;
  hits: number;
  /** Negative when the window is over. */
  remaining_ms: number;
}

const remainingMs = sql<number>`extract(epoch from rate_windows.ends_at - clock_timestamp())::float8 * 1000`;

/** A window that ends further ahead than its length began before the clock was set back, and is over. */
const isRunning = sql`ends_at > clock_timestamp() and ends_at <= clock_timestamp() + make_interval(secs => wanted.seconds)`;

/** Counts one hit in every fixed window, or in none when one of them is full. A window begins with its first hit. */
async function hitWindows(
  db: Database,
  windows: Window[],
): Promise<{ counted: boolean; states: WindowState[] }> {
  return inTransaction(db, async (trx) => {
    const before = toStates(await lockWindows(trx, windows), windows);
    if (before.some(({ full }) => full)) return { counted: false, states: before };
    return { counted: true, states: toStates(await countHits(trx, windows), windows) };
  });
}

async function findWindows(db: Db, windows: Window[]): Promise<WindowState[]> {
  const rows = await db
    .selectFrom('rate_windows')
    .select(['bucket', 'hits', remainingMs.as('remaining_ms')])
    .where('bucket', 'in', bucketsOf(windows))
    .execute();
  return toStates(rows, windows);
}

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

function toStates(rows: WindowRow[], windows: Window[]): WindowState[] {
  return rows.map(({ bucket, hits, remaining_ms }) => {
    const { max, seconds } = windows.find((window) => window.bucket === bucket) ?? { max: 0, seconds: 0 };
    const isRunning = remaining_ms > 0 && remaining_ms <= seconds * 1000;
    return { bucket, full: isRunning && hits >= max, remaining_ms };
  });
}

const bucketsOf = (windows: Window[]) => windows.map(({ bucket }) => bucket);
