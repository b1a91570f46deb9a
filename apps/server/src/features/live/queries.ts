import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Position } from '../events/queries.ts';

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
