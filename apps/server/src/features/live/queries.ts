import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import {
  beginning,
  type Cursor,
  cursorAfterAll,
  cursorWithin,
  parseSnapshot,
  type Spot,
} from '../events/outbox/cursor.ts';
import { numberingHere } from '../events/outbox/queries/cursors.ts';
import type { StreamCursor } from './cursor.ts';

export interface Now {
  /** What can be seen. */
  cursor: Cursor;
  /** Null while the database has just come from another server. */
  numbering: number | null;
}

export async function selectNow(db: Db): Promise<Now> {
  const { rows } = await sql<{ now: string; numbering: number | null }>`
    select pg_current_snapshot()::text as now, ${numberingHere} as numbering`.execute(db);
  const [row] = rows as [{ now: string; numbering: number | null }];
  return { cursor: parseSnapshot(row.now), numbering: row.numbering };
}

/** The cursor after everything that can be seen; undefined while the database has just come from another server. */
export async function selectLastCursor(db: Db): Promise<StreamCursor | undefined> {
  const { rows } = await sql<{ now: string; numbering: number | null } & Spot>`
    select pg_current_snapshot()::text as now, ${numberingHere} as numbering,
      coalesce(last.xid, 0) as xid, coalesce(last.id, 0) as id
    from (select) as nothing left join (
      select xid::text::bigint, id from activity order by activity.xid desc, activity.id desc limit 1
    ) as last on true`.execute(db);
  const [row] = rows;
  if (!row || row.numbering === null) return undefined;
  const cursor = cursorAfterAll(row.xid, beginning, parseSnapshot(row.now));
  return { ...cursor, numbering: row.numbering, activityId: row.id };
}

/** The cursor of a reader who has read in the order of transactions, up to an activity; undefined when it is not there. */
export async function selectCursorAt(db: Db, activityId: number, now: Cursor): Promise<Cursor | undefined> {
  const { rows } = await sql<Spot>`
    select xid::text::bigint, id from activity where id = ${activityId}`.execute(db);
  return rows[0] && cursorWithin(rows[0], beginning, now);
}

/**
 * A cursor that is certainly before an activity which is gone, so its transaction is not known any more. A transaction takes
 * less than a minute, from its beginning to its last id. So that of the lost one began at most a minute before the id
 * below was given out; and what began another minute before that has an older transaction.
 */
export async function selectCursorBefore(db: Db, activityId: number, now: Cursor): Promise<Cursor> {
  const { rows } = await sql<Spot>`
    select xid::text::bigint, id from activity
    where id < ${activityId} and created_at < (
      select created_at from activity where id < ${activityId} order by id desc limit 1
    ) - interval '2 minutes'
    order by id desc limit 1`.execute(db);
  return rows[0] ? cursorWithin(rows[0], beginning, now) : beginning;
}

export interface Access {
  id: number;
  tokens_valid_from: number;
  team_ids: number[];
}

export function selectAccess(db: Db, userIds: number[]): Promise<Access[]> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'tokens_valid_from',
      sql<number[]>`array(select team_id from memberships where user_id = users.id)`.as('team_ids'),
    ])
    .where('id', '=', sql<number>`any(${userIds})`)
    .execute();
}

export function selectPeople(db: Db, ids: number[]): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('users').select(['id', 'name']).where('id', '=', sql<number>`any(${ids})`).execute();
}
