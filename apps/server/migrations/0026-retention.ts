import { type Kysely, sql } from 'kysely';

/** What is needed to find bugs and accounts that nobody needs any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A new report is open, and so costs nothing here.
    create index bugs_done on bugs (updated_at) where status in ('resolved', 'closed', 'wont_fix', 'spam');

    -- To the day. Accounts that are there count from now on.
    alter table users add column signed_in_at timestamptz(3) not null default now();
  `.execute(db);
}
