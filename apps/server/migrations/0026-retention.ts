import { type Kysely, sql } from 'kysely';

/** What is needed to find bugs and accounts that nobody needs any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- How far the sweep for bugs that are due has come, and when the last one ended.
    create table retention_sweep (after_id bigint not null, ended_at timestamptz(3));
    insert into retention_sweep (after_id) values (0);

    -- To the day. Accounts that are there count from now on.
    alter table users add column signed_in_at timestamptz(3) not null default now();
  `.execute(db);
}
