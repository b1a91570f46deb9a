import { type Kysely, sql } from 'kysely';

/**
 * Gives every table a primary key. Without one, PostgreSQL refuses updates and deletes of a table that a publication contains.
 * Rows of bug_deltas and catalogue_changes are short-lived, so adding an identity column rewrites little.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bug_deltas add column id bigint generated always as identity primary key;
    alter table catalogue_changes add column id bigint generated always as identity primary key;
    -- Tables of one row. Their key is not called id: statements of older nodes, too, join them with tables that have an id.
    -- A constant default does not rewrite the row, so that its xmin stays (see event_cursor.written_by).
    alter table event_cursor add column singleton boolean primary key default true check (singleton);
    alter table search_cursor add column singleton boolean primary key default true check (singleton);
    alter table retention_sweep add column singleton boolean primary key default true check (singleton);
  `.execute(db);
}
