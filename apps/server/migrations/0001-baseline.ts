import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';

/** In dependency order: a file may reference tables of earlier files. */
const files = [
  'accounts',
  'teams',
  'projects',
  'bugs',
  'events',
  'search',
  'ingest',
  'attachments',
  'webhooks',
  'mail',
  'jobs',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const file of files)
    await sql.raw(await readFile(join(import.meta.dirname, 'baseline', `${file}.sql`), 'utf8')).execute(db);
}
