import type { ActivityKind, Via } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { formatSnapshot, type Place, parseSnapshot, placeAfter, placeBefore } from './place.ts';
import { unseenBy } from './unseen.ts';

export interface ActivityRow {
  id: number;
  xid: number;
  team_id: number;
  project_id: number;
  bug_id: number;
  kind: ActivityKind;
  actor_id: number | null;
  via: Via;
  changes: Record<string, unknown> | null;
  created_at: Date;
}

/** Projects with somebody who is told what happens in them. The others' activity need not be read. */
const projectsWithListeners = sql`
  select id from projects where notify_reporters or notification_emails <> '{}'
  union select project_id from webhooks where is_active`;

const columns = sql`id, xid::text::bigint as xid, team_id, project_id, bug_id, kind, actor_id, via, changes, created_at`;

/**
 * What happened in these projects and was not seen at a place, and the place where it has been. The projects are those
 * that the same snapshot shows: who begins to listen meanwhile misses nothing of what happens afterwards. Transactions are
 * never cut in two: what one request did to a bug is one event.
 */
export async function selectNews(
  trx: Trx,
  after: Place,
  limit: number,
): Promise<{ rows: ActivityRow[]; end: Place }> {
  const where = sql`activity.project_id = any(array(select id from listened))`;
  const { rows: read } = await sql<ActivityRow & { now: string }>`
    with listened as materialized (${projectsWithListeners})
    select snapshot.now, news.* from (select pg_current_snapshot()::text as now) as snapshot
    left join (select ${columns} from ${unseenBy(after, { where, limit })} as unseen) as news on true
    order by news.xid, news.id`.execute(trx);
  const now = parseSnapshot(read[0]?.now ?? '');
  const rows = read.filter(({ id }) => id !== null);
  if (rows.length < limit) return { rows, end: now };
  const [firstXid, lastXid] = [rows.at(0)?.xid as number, rows.at(-1)?.xid as number];
  if (firstXid === lastXid)
    return { rows: await selectTransaction(trx, lastXid), end: placeAfter(lastXid, after, now) };
  return { rows: rows.filter(({ xid }) => xid < lastXid), end: placeBefore(lastXid, after, now) };
}

async function selectTransaction(trx: Trx, xid: number): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select ${columns} from activity
    where xid = ${xid}::xid8 and project_id in (${projectsWithListeners}) order by id`.execute(trx);
  return rows;
}

/** Each follower of activity has one: how far it has come. */
type Cursor = 'event_cursor' | 'search_cursor';

/**
 * Whether transactions have the numbers that this server gave them. Whoever moves a cursor notes its own transaction in it,
 * which the database does as well, in `xmin`; the row of a dump has the two of them apart.
 */
const isOfThisServer = sql`cursor.xmin = cursor.written_by::xid`;

/** Tells one numbering of transactions from another; null while they have the numbers of another server. */
export const numberingHere = sql<number | null>`
  (select numbering from event_cursor as cursor where ${isOfThisServer})`;

export interface Outlook {
  isSomethingNew: boolean;
  isMoved: boolean;
}

/** Looks without locking: mostly nothing has happened. */
export async function lookAhead(db: Db, cursor: Cursor = 'event_cursor'): Promise<Outlook> {
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
export async function lockCursor(trx: Trx, cursor: Cursor = 'event_cursor'): Promise<Place | undefined> {
  const { rows } = await sql<{ seen: string; begun: number | null; begun_up_to: number }>`
    select seen::text, begun::text::bigint, begun_up_to from ${sql.table(cursor)} as cursor
    where ${isOfThisServer} for update skip locked`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const begun = row.begun === null ? null : { xid: row.begun, upTo: row.begun_up_to };
  return { ...parseSnapshot(row.seen), begun };
}

export async function moveCursor(trx: Trx, place: Place, cursor: Cursor = 'event_cursor'): Promise<void> {
  const { xid = null, upTo = null } = place.begun ?? {};
  await sql`
    update ${sql.table(cursor)} set seen = ${formatSnapshot(place)}::pg_snapshot, begun = ${xid}::xid8,
      begun_up_to = ${upTo}, written_by = pg_current_xact_id()`.execute(trx);
}
