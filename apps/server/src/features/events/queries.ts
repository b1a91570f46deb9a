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
 * What happened in some projects after one position and up to another. Ids are given out before they are committed, so a
 * smaller one can turn up after a larger one; in this order, up to the oldest transaction that is still running, nothing
 * ever turns up behind a reader.
 */
export async function selectActivityBetween(
  db: Db,
  {
    after,
    upTo,
    projectIds,
    limit,
  }: { after: Position; upTo: Position; projectIds: number[]; limit: number },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select id, xid::text, team_id, project_id, bug_id, kind, actor_id, via, changes, created_at
    from activity
    where (xid, id) > (${after.xid}::xid8, ${after.activity_id})
      and (xid, id) <= (${upTo.xid}::xid8, ${upTo.activity_id})
      and project_id = any(${projectIds})
    order by xid, activity.id limit ${limit}`.execute(db);
  return rows;
}

/** Projects with somebody who is told what happens in them. The others' activity need not be read. */
export async function listProjectsWithListeners(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from projects where notify_reporters or notification_emails <> '{}'
    union select project_id from webhooks where is_active`.execute(db);
  return rows.map(({ id }) => id);
}

/** Where an activity stands in that order; undefined when there is none with this id. */
export async function findPosition(db: Db, activityId: number): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select xid::text, id as activity_id from activity where id = ${activityId}`.execute(db);
  return rows[0];
}

/** The position behind everything that has been committed and that nothing can turn up before any more. */
export async function selectEndPosition(db: Db): Promise<Position> {
  const { rows } = await sql<Position>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid,
      ${Number.MAX_SAFE_INTEGER}::bigint as activity_id`.execute(db);
  return rows[0] as Position;
}

/** Each follower of activity has one: how far it has come. */
type Cursor = 'event_cursor' | 'search_cursor';

/** Looks without locking: mostly nothing has happened. */
export async function isSomethingNew(db: Db, cursor: Cursor = 'event_cursor'): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(cursor)} as cursor, lateral (
      select from activity
      where (xid, id) > (cursor.xid, cursor.activity_id)
        and xid < pg_snapshot_xmin(pg_current_snapshot())
      -- Else it might read the table from its beginning.
      order by activity.xid, activity.id limit 1
    ) as new`.execute(db);
  return rows.length > 0;
}

/** Undefined while another process has it. */
export async function lockCursor(trx: Trx, cursor: Cursor = 'event_cursor'): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select xid::text, activity_id from ${sql.table(cursor)} for update skip locked`.execute(trx);
  return rows[0];
}

export async function moveCursor(
  trx: Trx,
  { xid, activity_id }: Position,
  cursor: Cursor = 'event_cursor',
): Promise<void> {
  await sql`update ${sql.table(cursor)} set xid = ${xid}::xid8, activity_id = ${activity_id}`.execute(trx);
}
