import { type Kysely, sql } from 'kysely';

/**
 * How far a follower of activity has come is a snapshot: which transactions it has seen. Until now it was a place in the
 * order of transactions, and becomes the snapshot that has seen all before that place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const cursor of ['event_cursor', 'search_cursor']) {
    await sql`
      alter table ${sql.table(cursor)}
        add column seen pg_snapshot,
        -- As the row's own xmin, unless a dump brought it here: then transactions have the numbers of another server.
        -- Whatever writes the row, or all of the table, must set it.
        add column written_by xid8 not null default '0'`.execute(db);
    await sql`alter table ${sql.table(cursor)} rename column xid to begun`.execute(db);
    await sql`alter table ${sql.table(cursor)} rename column activity_id to begun_up_to`.execute(db);
    await sql`
      alter table ${sql.table(cursor)}
        -- Of a transaction that is not seen as a whole: the last activity that is.
        alter column begun drop not null,
        alter column begun_up_to drop not null`.execute(db);
    await sql`
      update ${sql.table(cursor)} set seen = concat(xid, ':', xid, ':')::pg_snapshot,
        written_by = case
          when xid < pg_snapshot_xmax(pg_current_snapshot()) and not exists (
            select from activity where activity.xid >= pg_snapshot_xmax(pg_current_snapshot())
          ) then pg_current_xact_id() else '0' end
      from (select greatest(begun::text::bigint, 1)::text::xid8 as xid from ${sql.table(cursor)}) as place`.execute(
      db,
    );
    await sql`alter table ${sql.table(cursor)} alter column seen set not null`.execute(db);
  }
  await sql`
    -- Transactions are numbered anew when the database is moved to another server; this tells one numbering from another.
    alter table event_cursor add column numbering integer not null default 0`.execute(db);
}
