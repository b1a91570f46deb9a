import { sql } from 'kysely';
import type { Database, Db, Trx } from '../../../db/connection.ts';

/** A server never gives out smaller numbers. */
const firstNumber = 3;

const cursors = sql`(
  select seen, xmin, written_by from event_cursor union all select seen, xmin, written_by from search_cursor
)`;

const isForeign = sql`cursor.xmin <> cursor.written_by::xid`;

/** Whether a cursor was not written by this server: then a dump brought it here, and activity with it. */
export async function isMoved(db: Db): Promise<boolean> {
  const { rows } = await sql`select from ${cursors} as cursor where ${isForeign}`.execute(db);
  return rows.length > 0;
}

const nextId = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;

/** The transaction that loaded the cursors, in full: a row's `xmin` has the lower half of it. */
const loadedBy = sql`(
  select min(${nextId} - ((${nextId} - cursor.xmin::text::bigint) & 4294967295))::text::xid8
  from ${cursors} as cursor where ${isForeign}
)`;

/** Of activity that was written after the load: its transaction has a number of this server, as its `xmin` shows. */
const isWrittenHere = sql`(activity.xmin = activity.xid::xid and activity.xid > ${loadedBy})`;

/** Whether a transaction is known that this server has yet to begin, or had when it began to write. */
export async function isAhead(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_ahead: boolean }>`
    select greatest(
      (select max(xid::text::bigint) from activity where not ${isWrittenHere}),
      (select max(pg_snapshot_xmax(seen)::text::bigint) - 1 from ${cursors} as cursor)
    ) >= least(
      ${nextId}, (select min(xid::text::bigint) from activity where ${isWrittenHere})
    ) as is_ahead`.execute(db);
  return rows[0]?.is_ahead === true;
}

/** How many numbers will be used that this server has yet to give out. */
export async function countMissingIds(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select greatest(0, count(distinct xid) + ${firstNumber} - ${nextId}) as count from activity`.execute(db);
  return rows[0]?.count ?? 0;
}

const passedAtOnce = 20_000;

/** Begins and ends so many transactions: none that is still to come has one of their ids. */
export async function passIds(db: Database, count: number): Promise<void> {
  for (let left = count; left > 0; left -= passedAtOnce) {
    await sql`
      do $$ begin
        for passed in 1..${sql.lit(Math.min(left, passedAtOnce))} loop
          perform pg_current_xact_id();
          commit;
        end loop;
      end $$`.execute(db);
  }
}

/** Nobody can add to the order, or go on in it, before the transaction ends. */
export async function lockOrder(trx: Trx): Promise<void> {
  await sql`lock table activity, event_cursor, search_cursor in exclusive mode`.execute(trx);
}

/** No statement takes so long that its connection is given up. */
const numberedAtOnce = 500_000;

/** Each cursor has then seen what it had seen of what was loaded, and nothing else. */
export async function numberTransactions(trx: Trx): Promise<void> {
  await sql`
    create temporary table numbered on commit drop as
    select id, xid as former, is_here, ${sql.lit(firstNumber - 1)} + dense_rank() over (order by is_here, xid) as number
    from (select id, xid, ${isWrittenHere} as is_here from activity) as activity`.execute(trx);
  for (const cursor of ['event_cursor', 'search_cursor']) await numberCursor(trx, cursor);
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from numbered`.execute(
    trx,
  );
  for (let id = 0; id < (rows[0]?.last ?? 0); id += numberedAtOnce) {
    await sql`
      update activity set xid = number::text::xid8 from numbered
      where numbered.id = activity.id and numbered.id > ${id} and numbered.id <= ${id + numberedAtOnce}`.execute(
      trx,
    );
  }
}

async function numberCursor(trx: Trx, cursor: string): Promise<void> {
  await sql`
    with transactions as (
      select distinct number, not is_here and pg_visible_in_snapshot(former, seen) as is_seen,
        not is_here and former = begun as is_begun
      from numbered, ${sql.table(cursor)}
    ),
    reached as (
      select greatest(max(number + 1) filter (where is_seen), max(number) filter (where is_begun), ${firstNumber}) as xmax,
        max(number) filter (where is_begun) as begun
      from transactions
    ),
    unseen as (select number from transactions, reached where number < reached.xmax and not is_seen)
    update ${sql.table(cursor)} set begun = reached.begun::text::xid8,
      seen = concat(
        coalesce((select min(number) from unseen), reached.xmax), ':', reached.xmax, ':',
        (select string_agg(number::text, ',' order by number) from unseen)
      )::pg_snapshot
    from reached`.execute(trx);
}

/** From now on they are of this server; whoever holds a cursor of before sees that it is of another numbering. */
export async function adoptCursors(trx: Trx): Promise<void> {
  await sql`update search_cursor set written_by = pg_current_xact_id()`.execute(trx);
  await sql`
    update event_cursor set written_by = pg_current_xact_id(), numbering = (random() * 2147483647)::integer`.execute(
    trx,
  );
}
