import { type Kysely, sql } from 'kysely';

/** Revisions, by which two who change the same bug notice each other, and what bulk operations changed, to undo them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bugs add column revision integer not null default 1;

    -- A sequence apart from the table, because deletions are answered with an id too, though nothing can undo them.
    create sequence batch_ids;

    -- What a bulk operation has changed, one row for any number of bugs: entries of the same place in the arrays belong to the
    -- same bug. It belongs to whoever did it, and may reach over several of their teams.
    create table bulk_batches (
      id bigint primary key,
      user_id bigint not null,
      bug_ids bigint[] not null,
      -- Which revision each bug got. One that has another by now has been changed by others since.
      revisions integer[] not null,
      -- Either the label that was put on the bugs or taken off,
      added_label bigint,
      removed_label bigint,
      -- or everything that each bug had before, of which the operation changed one thing.
      statuses text[],
      severities text[],
      assignee_ids bigint[],
      resolved_ats timestamptz(3)[],
      created_at timestamptz(3) not null default now()
    );
    create index bulk_batches_created_at on bulk_batches (created_at);
  `.execute(db);
}
