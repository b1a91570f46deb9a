import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { StartError } from '../start-error.ts';
import type { Db } from './connection.ts';

/**
 * Which of these migrations a database still needs. One with migrations that this version does not know is refused: it stays as
 * it is, and the operator reads what to do.
 */
export async function listPending(db: Db, migrations: string[]): Promise<string[]> {
  const executed = await listExecuted(db);
  if (executed.every((name) => migrations.includes(name)))
    return migrations.filter((name) => !executed.includes(name));
  const isNewer = migrations.every((name) => executed.includes(name));
  throw new StartError(isNewer ? madeByNewer : madeBeforeFirstRelease);
}

const madeByNewer =
  'The database has been changed by a newer version of Skep: start that version or a newer one, or restore a backup from before the upgrade.';

const madeBeforeFirstRelease =
  'The database was made by a version of Skep from before the first release, and its tables cannot be taken over. Start with an empty one: set DATA_DIR to another folder, or DATABASE_URL to another database.';

/** The migrations that a database has been brought to, in their order. */
export async function listExecuted(db: Db): Promise<string[]> {
  const { rows: known } = await sql<{ migrations: string | null }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) as migrations`.execute(db);
  if (!known[0]?.migrations) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
