import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import type { ActivityKind } from '../activity/schema.ts';

/** A place in the order in which activity is handed on: by transaction, then by id. */
export interface Position {
  xid: string;
  activity_id: number;
}

export interface ActivityRow {
  id: number;
  xid: string;
  team_id: number;
  project_id: number;
  bug_id: number;
  kind: ActivityKind;
  actor_id: number | null;
  via: 'dashboard' | 'mcp' | 'api';
  changes: Record<string, unknown> | null;
  created_at: Date;
}

/**
 * What happened after a position, up to the oldest transaction that is still running. Ids are given out before they are
 * committed, so a smaller one can turn up after a larger one; in this order nothing ever turns up behind a reader.
 */
export async function selectActivityAfter(db: Db, position: Position, limit: number): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select id, xid::text, team_id, project_id, bug_id, kind, actor_id, via, changes, created_at
    from activity
    where (xid, id) > (${position.xid}::xid8, ${position.activity_id})
      and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid, activity.id limit ${limit}`.execute(db);
  return rows;
}

/** Where an activity stands in that order; undefined when there is none with this id. */
export async function findPosition(db: Db, activityId: number): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select xid::text, id as activity_id from activity where id = ${activityId}`.execute(db);
  return rows[0];
}

/** The position behind everything that has been committed so far, for a reader who wants only what comes. */
export async function selectEndPosition(db: Db): Promise<Position> {
  const { rows } = await sql<Position>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid,
      ${Number.MAX_SAFE_INTEGER}::bigint as activity_id`.execute(db);
  return rows[0] as Position;
}

/** Looks without locking: mostly nothing has happened. */
export async function isSomethingNew(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from event_cursor, lateral (
      select from activity
      where (xid, id) > (event_cursor.xid, event_cursor.activity_id)
        and xid < pg_snapshot_xmin(pg_current_snapshot())
      limit 1
    ) as new`.execute(db);
  return rows.length > 0;
}

/** Undefined while another process has it. */
export async function lockCursor(trx: Trx): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select xid::text, activity_id from event_cursor for update skip locked`.execute(trx);
  return rows[0];
}

export async function moveCursor(trx: Trx, { xid, activity_id }: Position): Promise<void> {
  await sql`update event_cursor set xid = ${xid}::xid8, activity_id = ${activity_id}`.execute(trx);
}
