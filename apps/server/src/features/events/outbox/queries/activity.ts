import type { ActivityKind, Via } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../db/connection.ts';
import type { Cursor, Spot } from '../cursor.ts';
import { numberingHere } from './cursors.ts';

export interface ActivityRow extends Spot {
  team_id: number;
  project_id: number;
  bug_id: number;
  kind: ActivityKind;
  actor_id: number | null;
  via: Via;
  changes: Record<string, unknown> | null;
  created_at: Date;
  request_id: string | null;
}

/** Of some teams, of one kind, or of projects with somebody who is told what happens in them. */
export type Wanted = { teamIds: number[] } | { kind: ActivityKind } | { isListenedTo: true };

/** What a statement has read. */
export interface ActivityRead {
  /** The snapshot of the statement. */
  now: string;
  numbering: number | null;
  /** The first of those that are wanted, up to the limit. */
  rows: ActivityRow[];
  /** Of all that it has looked at, wanted or not. */
  first: Spot | null;
  last: Spot | null;
  isScanFull: boolean;
}

/**
 * Much of what is not wanted is passed over at once, but not so much that it takes long. The limit also makes sure that the
 * database reads from one end: asked for what is wanted alone, it may read and sort everything there is, for want of
 * better knowledge.
 */
const mostScanned = 2_000;

/** No further than another cursor has come, if one is given. */
export interface Range {
  after: Cursor;
  upTo?: Cursor | undefined;
}

/** What the cursor has not seen, but for the rest of a transaction that was begun. */
export function selectUnseen(db: Db, { after, upTo }: Range, wanted: Wanted, limit: number) {
  return selectActivity(db, unseenBy(after, upTo ? isSeenBy(upTo) : sql`true`), wanted, limit);
}

/** The rest of the transaction that was begun. */
export function selectRest(
  db: Db,
  { xid, upTo }: NonNullable<Cursor['begun']>,
  wanted: Wanted,
  limit: number,
) {
  const rest = sql`(
    select * from activity where activity.xid = ${xid}::xid8 and activity.id > ${upTo}
    order by activity.xid, activity.id limit ${mostScanned}
  )`;
  return selectActivity(db, rest, wanted, limit);
}

/** All of a transaction, however much it is. */
export async function selectTransaction(db: Db, xid: number, wanted: Wanted): Promise<ActivityRow[]> {
  const transaction = sql`(select * from activity where activity.xid = ${xid}::xid8)`;
  const { rows } = await selectActivity(db, transaction, wanted, null);
  return rows;
}

async function selectActivity(
  db: Db,
  activity: RawBuilder<unknown>,
  wanted: Wanted,
  limit: number | null,
): Promise<ActivityRead> {
  const { rows } = await sql<ActivityRead>`
    with scanned as materialized (
      select id, xid::text::bigint as xid, team_id, project_id, bug_id, kind, actor_id, via, changes, created_at, request_id
      from ${activity} as activity
    ),
    wanted as (select * from scanned where ${conditionOf(wanted)} order by xid, id limit ${limit})
    select pg_current_snapshot()::text as now, ${numberingHere} as numbering,
      (select coalesce(json_agg(wanted order by xid, id), '[]') from wanted) as rows,
      (select to_json(spot) from (select xid, id from scanned order by xid, id limit 1) as spot) as first,
      (select to_json(spot) from (select xid, id from scanned order by xid desc, id desc limit 1) as spot) as last,
      (select count(*) = ${mostScanned} from scanned) as "isScanFull"`.execute(db);
  const [read] = rows as [ActivityRead];
  return { ...read, rows: read.rows.map((row) => ({ ...row, created_at: new Date(row.created_at) })) };
}

/**
 * Who listens is read by the statement that reads what happened: whoever begins to listen meanwhile misses nothing of what
 * happens afterwards.
 */
function conditionOf(wanted: Wanted): RawBuilder<unknown> {
  if ('kind' in wanted) return sql`kind = ${wanted.kind}`;
  if ('teamIds' in wanted) return sql`team_id = any(${wanted.teamIds})`;
  return sql`project_id in (
    select id from projects
    where id in (select project_id from scanned) and (notify_reporters or notification_emails <> '{}')
    union all
    select project_id from webhooks where project_id in (select project_id from scanned) and is_active
  )`;
}

/**
 * The activity that a cursor has not seen, in the order of transactions, then of ids. Two ways through the index: what has
 * begun since, and what was running and has ended. Reading on from the oldest that was running would read more and more
 * for as long as it runs.
 */
const unseenBy = ({ xmax, xip, begun }: Cursor, where: RawBuilder<unknown>) => sql`(
  select * from (
    (
      select ended.* from unnest(${xip}::xid8[]) as running (xid) cross join lateral (
        select * from activity
        where activity.xid = running.xid and ${isNotAmong(begun)} and ${where}
        order by activity.xid, activity.id limit ${mostScanned}
      ) as ended
      -- What others have yet to commit lies in the index already.
      where pg_visible_in_snapshot(running.xid, pg_current_snapshot())
    ) union all (
      select * from activity
      where activity.xid >= ${xmax}::xid8 and ${isNotAmong(begun)} and ${where}
      order by activity.xid, activity.id limit ${mostScanned}
    )
  ) as unseen order by unseen.xid, unseen.id limit ${mostScanned}
)`;

const isNotAmong = (begun: Cursor['begun']) =>
  begun ? sql`not (activity.xid = ${begun.xid}::xid8 and activity.id <= ${begun.upTo})` : sql`true`;

/** Of a row that must not lie beyond a cursor. */
const isSeenBy = ({ xmax, xip }: Cursor) =>
  sql`activity.xid < ${xmax}::xid8 and activity.xid <> all(${xip}::xid8[])`;
