import { type Kysely, sql } from 'kysely';

/**
 * The arrays of a batch are kept as they are: a batch lives for ten minutes and is hardly ever read, and compressing it took
 * longer than writing it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bulk_batches
      alter column bug_ids set storage external,
      alter column revisions set storage external,
      alter column statuses set storage external,
      alter column severities set storage external,
      alter column assignee_ids set storage external,
      alter column resolved_ats set storage external;
  `.execute(db);
}
