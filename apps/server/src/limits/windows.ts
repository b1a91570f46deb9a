import { sql } from 'kysely';
import type { Database, Db } from '../db/connection.ts';

export interface Window {
  bucket: string;
  max: number;
  seconds: number;
}

interface WindowState {
  bucket: string;
  hits: number;
  /** Negative when the window is over. */
  remaining_ms: number;
}

const remainingMs = sql<number>`extract(epoch from rate_windows.ends_at - clock_timestamp())::float8 * 1000`;

/**
 * Counts one hit in every window, or in none when one of them is full; the full ones are returned. A window begins
 * with its first hit.
 */
export async function hitWindows(db: Database, windows: Window[]): Promise<WindowState[]> {
  return db.transaction().execute(async (trx) => {
    const full = onlyFull(await lockWindows(trx, windows), windows);
    if (full.length === 0) await countHits(trx, windows);
    return full;
  });
}

export async function findFullWindows(db: Db, windows: Window[]): Promise<WindowState[]> {
  const states = await db
    .selectFrom('rate_windows')
    .select(['bucket', 'hits', remainingMs.as('remaining_ms')])
    .where('bucket', 'in', bucketsOf(windows))
    .execute();
  return onlyFull(states, windows);
}

/** The update that changes nothing locks the rows; their order keeps two requests from waiting for each other. */
async function lockWindows(db: Db, windows: Window[]): Promise<WindowState[]> {
  const { rows } = await sql<WindowState>`
    insert into rate_windows (bucket, hits, ends_at)
    select bucket, 0, 'epoch' from unnest(${bucketsOf(windows)}::text[]) as bucket order by bucket
    on conflict (bucket) do update set hits = rate_windows.hits
    returning bucket, hits, ${remainingMs} as remaining_ms`.execute(db);
  return rows;
}

async function countHits(db: Db, windows: Window[]): Promise<void> {
  const seconds = windows.map((window) => window.seconds);
  await sql`
    update rate_windows set
      hits = case when ends_at > clock_timestamp() then hits + 1 else 1 end,
      ends_at = case when ends_at > clock_timestamp() then ends_at
        else clock_timestamp() + make_interval(secs => wanted.seconds) end
    from unnest(${bucketsOf(windows)}::text[], ${seconds}::float8[]) as wanted (bucket, seconds)
    where rate_windows.bucket = wanted.bucket`.execute(db);
}

export async function deleteEndedWindows(db: Db): Promise<void> {
  await db.deleteFrom('rate_windows').where('ends_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}

function onlyFull(states: WindowState[], windows: Window[]): WindowState[] {
  return states.filter(({ bucket, hits, remaining_ms }) => {
    const max = windows.find((window) => window.bucket === bucket)?.max ?? 0;
    return remaining_ms > 0 && hits >= max;
  });
}

const bucketsOf = (windows: Window[]) => windows.map(({ bucket }) => bucket);
