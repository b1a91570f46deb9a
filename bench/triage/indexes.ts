import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';

/**
 * Drops every index that does not belong to a constraint, and returns how to restore them: building an index from a full table
 * takes a fraction of the time of maintaining it row by row.
 */
export async function dropIndexes(db: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by pg_class.relname`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db);
  const definitions = rows.map(({ definition }) => definition);
  return async () => {
    await Promise.all([createAll(db, definitions), createAll(db, definitions)]);
  };
}

/** Takes definitions from the list, which several callers share, and creates those indexes. */
async function createAll(db: Database, definitions: string[]): Promise<void> {
  for (let next = definitions.pop(); next; next = definitions.pop()) await sql.raw(next).execute(db);
}
