import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Installation } from '../core/installation.ts';
import { type Check, check } from './check.ts';

/** Finds orphaned images, attachments without an image, stuck jobs and orphaned rows. */
export async function checkLeftovers({ postgres: { db }, filesDir }: Installation): Promise<Check[]> {
  const { rows: images } = await sql<{ object_key: string; content_length: number; is_there: boolean }>`
    select object_key, content_length, uploaded_at is not null and not is_dropped as is_there from attachments
    union all select object_key, 0, false from discarded_objects`.execute(db);
  const { rows: jobs } = await sql<{ text: string }>`
    select 'job ' || id || ' ' || kind || coalesce(': ' || last_error, '') as text from jobs
    where leased_until < now() - interval '30 seconds' or run_at < now() - interval '2 minutes' and leased_until is null`.execute(
    db,
  );
  const { rows: lost } = await sql<{ text: string }>`
    select 'attachment of bug ' || bug_id as text from attachments
    where not is_dropped and not exists (select from bugs where bugs.id = bug_id)
    union all select 'search entry of bug ' || bug_id from bug_search
    where not exists (select from bugs where bugs.id = bug_id)`.execute(db);
  const sizes = sizesIn(join(filesDir, 'attachments'));
  const known = new Set(images.map(({ object_key }) => object_key));
  return [
    check(
      'attachment without its image',
      images
        .filter(
          ({ is_there, object_key, content_length }) => is_there && sizes.get(object_key) !== content_length,
        )
        .map(({ object_key }) => object_key),
    ),
    check(
      'image without an attachment',
      [...sizes.keys()].filter((name) => !known.has(name)),
    ),
    check(
      'stuck job',
      jobs.map(({ text }) => text),
    ),
    check(
      'row of a missing bug',
      lost.map(({ text }) => text),
    ),
  ];
}

/** Temporary files of aborted uploads are in subfolders and removed after an hour. */
function sizesIn(folder: string): Map<string, number> {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(files.map(({ name }) => [name, statSync(join(folder, name)).size]));
  } catch {
    return new Map();
  }
}
