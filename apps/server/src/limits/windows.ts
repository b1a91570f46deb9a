import { sql } from 'kysely';
import type { Database, Db } from '../db/connection.ts';
import { deleteInPortions } from '../db/portions.ts';
import { inTransaction } from '../db/transaction.ts';

export interface Window {
  bucket: string;
  max: number;
  seconds: number;
}

export interface WindowState {
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
export async function hitWindows(
  db: Database,
  windows: Window[],
): Promise<{ counted: boolean; states: WindowState[] }> {
  return inTransaction(db, async (trx) => {
    const before = toStates(await lockWindows(trx, windows), windows);
    if (before.some(({ full }) => full)) return { counted: false, states: before };
    return { counted: true, states: toStates(await countHits(trx, windows), windows) };
  });
}

export async function findWindows(db: Db, windows: Window[]): Promise<WindowState[]> {
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
