import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** How many reports came in a time, both decayed: the further back, the less they count. */
export interface Sum {
  reports: number;
  ms: number;
}

/** How many ids have been given to reports, at a time of the database's clock. */
export interface Look {
  lastId: number;
  atMs: number;
}

/** What is known of former turns, of whichever process. */
export interface Turns {
  atWork: Sum;
  atRest: Sum;
  /** When the last turn ended; null before the first. */
  ended: Look | null;
}

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`;

/** Every process takes ids from one sequence: how much it grows tells how many reports come in. */
export async function look(db: Db): Promise<Look> {
  const { rows } = await sql<Look>`select last_value as "lastId", ${nowMs} as "atMs" from bug_ids`.execute(
    db,
  );
  return rows[0] as Look;
}

interface TurnsRow {
  seen_id: number | null;
  seen_ms: number;
  reports_at_work: number;
  ms_at_work: number;
  reports_at_rest: number;
  ms_at_rest: number;
}

/**
 * Takes the turn, for no longer than `leaseMs`; undefined while another has it, or while all rest. A time that lies further
 * ahead than a lease was written before the clock was set back.
 */
export async function takeTurn(db: Db, leaseMs: number): Promise<Turns | undefined> {
  const { rows } = await sql<TurnsRow>`
    insert into background_turns as known (free_at) values (clock_timestamp() + ${inMs(leaseMs)})
    on conflict (is_only) do update set free_at = excluded.free_at
      where known.free_at <= clock_timestamp() or known.free_at > excluded.free_at
    returning seen_id, (extract(epoch from seen_at) * 1000)::float8 as seen_ms, reports_at_work, ms_at_work,
      reports_at_rest, ms_at_rest`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return {
    atWork: { reports: row.reports_at_work, ms: row.ms_at_work },
    atRest: { reports: row.reports_at_rest, ms: row.ms_at_rest },
    ended: row.seen_id === null ? null : { lastId: row.seen_id, atMs: row.seen_ms },
  };
}

/** Ends the turn; nobody takes the next one before so long a rest is over. */
export async function endTurn(db: Db, { atWork, atRest, ended }: Turns, restMs: number): Promise<void> {
  await sql`
    update background_turns set free_at = clock_timestamp() + ${inMs(restMs)}, seen_id = ${ended?.lastId ?? null},
      seen_at = to_timestamp(${ended ? ended.atMs / 1000 : null}::float8), reports_at_work = ${atWork.reports}, ms_at_work = ${atWork.ms},
      reports_at_rest = ${atRest.reports}, ms_at_rest = ${atRest.ms}`.execute(db);
}

const inMs = (ms: number) => sql`make_interval(secs => ${ms / 1000})`;
