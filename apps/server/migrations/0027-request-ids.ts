import { type Kysely, sql } from 'kysely';

/** Which request has caused something: log lines of what comes of it later have the same id. Null where no request did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table activity add column request_id uuid;
    alter table webhook_events add column request_id uuid;
    alter table jobs add column request_id uuid;
  `.execute(db);
}
