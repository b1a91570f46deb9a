import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { ActivityRow, Position } from '../events/queries.ts';

export type LiveRow = Pick<
  ActivityRow,
  'id' | 'xid' | 'team_id' | 'project_id' | 'bug_id' | 'kind' | 'actor_id' | 'via'
>;

export interface Stretch {
  rows: LiveRow[];
  /** How far it goes, over what happened in other teams too. */
  end: Position;
  /** Whether it was cut short. */
  isFull: boolean;
}

const mostScanned = 5_000;

/**
 * What happened in some teams after a position and up to another, or up to now; in the order of events/queries.ts, where
 * nothing ever turns up behind a reader.
 */
export async function selectStretch(
  db: Db,
  { after, upTo }: Bounds,
  teamIds: number[],
  limit: number,
): Promise<Stretch> {
  const bound = upTo ? sql`and (xid, id) <= (${upTo.xid}::xid8, ${upTo.activity_id})` : sql``;
  const { rows } = await sql<Read>`
    with scanned as materialized (
      select id, xid, team_id, project_id, bug_id, kind, actor_id, via
      from activity
      where (xid, id) > (${after.xid}::xid8, ${after.activity_id}) ${bound}
        and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid, id limit ${mostScanned}
    ),
    wanted as (select * from scanned where team_id = any(${teamIds}) order by xid, id limit ${limit})
    select (select coalesce(json_agg(wanted order by wanted.xid, id), '[]') from wanted) as rows,
      (select json_build_object('xid', xid, 'activity_id', id) from scanned order by scanned.xid desc, id desc limit 1) as end,
      (select count(*) = ${mostScanned} from scanned) as is_scan_full`.execute(db);
  return toStretch(rows[0] as Read, { after, upTo }, limit);
}

interface Read {
  rows: LiveRow[];
  end: Position | null;
  is_scan_full: boolean;
}

interface Bounds {
  after: Position;
  upTo?: Position | undefined;
}

/** What lies between may be gone: then it goes to its bound all the same. */
function toStretch({ rows, end, is_scan_full }: Read, { after, upTo }: Bounds, limit: number): Stretch {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  if (last) return { rows, end: { xid: last.xid, activity_id: last.id }, isFull: true };
  if (is_scan_full) return { rows, end: end ?? after, isFull: true };
  return { rows, end: upTo ?? end ?? after, isFull: false };
}

/** Of the last activity that a reader can have seen by now. */
export async function selectLastPosition(db: Db): Promise<Position> {
  const { rows } = await sql<Position>`
    select xid::text, id as activity_id from activity
    where xid < pg_snapshot_xmin(pg_current_snapshot())
    order by activity.xid desc, id desc limit 1`.execute(db);
  return rows[0] ?? { xid: '0', activity_id: 0 };
}

/**
 * A position that is certainly before that of an activity which is gone, so its transaction is not known any more. A
 * transaction takes less than a minute, from its beginning to its last id. So that of the lost one began at most a minute
 * before the id below was given out; and what began another minute before that has an older transaction.
 */
export async function selectPositionBefore(db: Db, activityId: number): Promise<Position> {
  const { rows } = await sql<Position>`
    select xid::text, id as activity_id from activity
    where id < ${activityId} and created_at < (
      select created_at from activity where id < ${activityId} order by id desc limit 1
    ) - interval '2 minutes'
    order by id desc limit 1`.execute(db);
  return rows[0] ?? { xid: '0', activity_id: 0 };
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
