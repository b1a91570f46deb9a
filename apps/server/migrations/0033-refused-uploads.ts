import { type Kysely, sql } from 'kysely';

/** A pending upload may be replaced by anybody with the project's key once its own PUT has been refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attachments add column refused_at timestamptz`.execute(db);
}
