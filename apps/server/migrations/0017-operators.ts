import { type Kysely, sql } from 'kysely';

/** Operators see and change what concerns the whole installation. Only a command on the machine makes somebody one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column is_operator boolean not null default false`.execute(db);
}
