import type { CataloguePart } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/portions.ts';
import {
  beginning,
  type Cursor,
  cursorAfterAll,
  cursorWithin,
  formatSnapshot,
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

/** How far changes of catalogues have been read. */
export interface CataloguePlace {
  cursor: Cursor;
  numbering: number | null;
}

export interface CatalogueChange {
  team_id: number;
  what: CataloguePart;
  /** The only one who is told; null when it is the whole team. */
  user_id: number | null;
}

/**
 * Selects what has changed since a place, each once, and the place after that. There is nothing to tell without a place, or
 * with one of another numbering: then the follower ends all streams, and their readers look for themselves.
 */
export async function selectCatalogueChanges(
  db: Db,
  after: CataloguePlace | null,
): Promise<{ place: CataloguePlace; changes: CatalogueChange[] }> {
  const from = after?.cursor ?? beginning;
  const { rows } = await sql<{
    now: string;
    numbering: number | null;
    last_xid: number;
    changes: CatalogueChange[];
  }>`
    with changes as materialized (
      select xid, team_id, what, user_id from catalogue_changes, cast(${formatSnapshot(from)} as pg_snapshot) as seen
      where xid >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(xid, seen)
        -- Rows from the backup of another server can have ids of transactions that are still to come on this one.
        and xid < pg_snapshot_xmax(pg_current_snapshot())
    )
    select pg_current_snapshot()::text as now, ${numberingHere} as numbering,
      coalesce((select xid::text::bigint from changes order by changes.xid desc limit 1), 0) as last_xid,
      coalesce((
        select json_agg(distinct jsonb_build_object('team_id', team_id, 'what', what, 'user_id', user_id)) from changes
      ), '[]') as changes`.execute(db);
  const [{ now, numbering, last_xid, changes }] = rows as [(typeof rows)[number]];
  const isSame = after !== null && after.numbering === numbering;
  const cursor = cursorAfterAll(last_xid, isSame ? from : beginning, parseSnapshot(now));
  return { place: { cursor, numbering }, changes: isSame ? changes : [] };
}

export function deleteOldCatalogueChanges(db: Db): Promise<number> {
  return deleteInPortions(db, 'catalogue_changes', sql`created_at < now() - interval '1 hour'`);
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
