import { type RawBuilder, sql } from 'kysely';
import type { Place } from './place.ts';

interface Reach {
  /** What else must be true of a row. */
  where: RawBuilder<unknown>;
  limit: number;
}

/**
 * The activity that a place has not seen, in the order of transactions, then of ids. Two ways through the index: what has
 * begun since, and what was running and has ended. Reading on from the oldest that was running would read more and more
 * for as long as it runs.
 */
export const unseenBy = ({ xmax, xip, begun }: Place, { where, limit }: Reach): RawBuilder<unknown> => sql`(
  select * from (
    (
      select ended.* from unnest(${xip}::xid8[]) as running (xid) cross join lateral (
        select * from activity
        where activity.xid = running.xid and ${isNotAmong(begun)} and ${where}
        order by activity.xid, activity.id limit ${limit}
      ) as ended
      -- What others have yet to commit lies in the index already.
      where pg_visible_in_snapshot(running.xid, pg_current_snapshot())
    ) union all (
      select * from activity
      where activity.xid >= ${xmax}::xid8 and ${isNotAmong(begun)} and ${where}
      order by activity.xid, activity.id limit ${limit}
    )
  ) as unseen order by unseen.xid, unseen.id limit ${limit}
)`;

const isNotAmong = (begun: Place['begun']) =>
  begun ? sql`not (activity.xid = ${begun.xid}::xid8 and activity.id <= ${begun.upTo})` : sql`true`;

/** The rest of the transaction that was begun. */
export const restOf = ({ xid, upTo }: NonNullable<Place['begun']>, { where, limit }: Reach) => sql`(
  select * from activity
  where activity.xid = ${xid}::xid8 and activity.id > ${upTo} and ${where}
  order by activity.xid, activity.id limit ${limit}
)`;

/** Of a row that must not lie beyond a place. */
export const isSeenBy = ({ xmax, xip }: Place) =>
  sql`activity.xid < ${xmax}::xid8 and activity.xid <> all(${xip}::xid8[])`;
