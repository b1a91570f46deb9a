import { sql } from 'kysely';
import type { Database, Db, Trx } from '../../db/connection.ts';

/** Whether a transaction is known that this server has yet to begin. */
export async function isAhead(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_ahead: boolean }>`
    select bool_or(xid >= pg_snapshot_xmax(pg_current_snapshot())) as is_ahead from (
      (select xid from activity order by activity.xid desc limit 1)
      union all select xid from event_cursor
      union all select xid from search_cursor
    ) as known`.execute(db);
  return rows[0]?.is_ahead === true;
}

export async function countTransactions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct xid) from activity`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Begins and ends so many transactions: none that is still to come has one of their ids. */
export async function passIds(db: Database, count: number): Promise<void> {
  await sql`
    do $$ begin
      for passed in 1..${sql.lit(count)} loop
        perform pg_current_xact_id();
        commit;
      end loop;
    end $$`.execute(db);
}

/** Nobody can add to the order, or go on in it, before the transaction ends. */
export async function lockOrder(trx: Trx): Promise<void> {
  await sql`lock table activity, event_cursor, search_cursor in exclusive mode`.execute(trx);
}

/** Each cursor moves with the last activity that it has passed. */
export async function numberTransactions(trx: Trx): Promise<void> {
  const passedLast = sql`(
    select xid, id from numbered where (former_xid, id) <= (cursor.xid, cursor.activity_id)
    order by former_xid desc, id desc limit 1
  )`;
  await sql`
    with numbered as materialized (
      select id, xid as former_xid, dense_rank() over (order by xid)::text::xid8 as xid from activity
      union all select 0, '0', '0'
    ),
    handed_on as (update event_cursor as cursor set (xid, activity_id) = ${passedLast}),
    indexed as (update search_cursor as cursor set (xid, activity_id) = ${passedLast})
    update activity set xid = numbered.xid from numbered where numbered.id = activity.id`.execute(trx);
}
