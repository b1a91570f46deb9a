import { sql } from 'kysely';
import type { Db, Trx } from '../../../../db/connection.ts';
import { type Cursor, formatSnapshot, parseSnapshot } from '../cursor.ts';

/** The tables of cursors that are kept, each with one row. */
export type DurableCursor = 'event_cursor' | 'search_cursor';

/**
 * Whether transactions have the numbers that this server gave them. Whoever moves a cursor notes its own transaction in it,
 * which the database does as well, in `xmin`; the row of a dump has the two of them apart.
 */
const isOfThisServer = sql`cursor.xmin = cursor.written_by::xid`;

/**
 * The server's timeline, which a promotion changes at once (pg_control_checkpoint() follows only with a checkpoint); null on a
 * standby.
 */
const timeline = sql`
  case when not pg_is_in_recovery()
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  end`;

/**
 * Identifies a history of transactions: cursors of another one mean nothing here. It changes when transactions are renumbered
 * after a move, and when a standby is promoted, which may not have got the last transactions. Null until those of another
 * server are renumbered.
 */
export const numberingHere = sql<number | null>`
  (select numbering # (${timeline} - 1) from event_cursor as cursor where ${isOfThisServer})`;

export interface Outlook {
  isSomethingNew: boolean;
  isMoved: boolean;
}

/** Looks without locking: mostly nothing has happened. */
export async function lookAhead(db: Db, cursor: DurableCursor): Promise<Outlook> {
  const { rows } = await sql<Outlook>`
    select not ${isOfThisServer} as "isMoved",
      -- As a value and in this order: else the table might be read from its beginning.
      begun is not null or (
        select true from activity where activity.xid >= pg_snapshot_xmax(seen) order by activity.xid limit 1
      ) is not null or exists (
        select from pg_snapshot_xip(seen) as running (xid) cross join lateral (
          select from activity where activity.xid = running.xid limit 1
        ) as ended
        where pg_visible_in_snapshot(running.xid, pg_current_snapshot())
      ) as "isSomethingNew"
    from ${sql.table(cursor)} as cursor`.execute(db);
  return rows[0] as Outlook;
}

/** Undefined while another process has it, or it is not of this server. */
export async function lockCursor(trx: Trx, cursor: DurableCursor): Promise<Cursor | undefined> {
  const { rows } = await sql<{ seen: string; begun: number | null; begun_up_to: number }>`
    select seen::text, begun::text::bigint, begun_up_to from ${sql.table(cursor)} as cursor
    where ${isOfThisServer} for update skip locked`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const begun = row.begun === null ? null : { xid: row.begun, upTo: row.begun_up_to };
  return { ...parseSnapshot(row.seen), begun };
}

export async function moveCursor(trx: Trx, cursor: DurableCursor, to: Cursor): Promise<void> {
  const { xid = null, upTo = null } = to.begun ?? {};
  await sql`
    update ${sql.table(cursor)} set seen = ${formatSnapshot(to)}::pg_snapshot, begun = ${xid}::xid8,
      begun_up_to = ${upTo}, written_by = pg_current_xact_id()`.execute(trx);
}
