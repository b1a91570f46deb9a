import { sql } from 'kysely';
import { StartError } from '../start-error.ts';
import type { Db, Trx } from './connection.ts';

/** Its name is that of the library which ran migrations up to release 0.1.0. */
export const historyTable = 'kysely_migration';

/** That library had another table, which databases of that time still have. */
export const formerTables = ['kysely_migration_lock'];

/**
 * Which of these migrations a database still needs. One with migrations that this version does not know is refused: it stays as
 * it is, and the operator reads what to do.
 */
export async function listPending(db: Db, migrations: string[]): Promise<string[]> {
  const executed = await listExecuted(db);
  if (executed.every((name) => migrations.includes(name)))
    return migrations.filter((name) => !executed.includes(name));
  const isNewer = migrations.every((name) => executed.includes(name));
  throw new StartError(isNewer ? madeByNewer : madeBeforeBaseline);
}

const madeByNewer =
  'The database has been changed by a newer version of Skep: start that version or a newer one, or restore a backup from before the upgrade.';

const madeBeforeBaseline =
  'The database was made by Skep 0.1.0 or older: back it up with that version (skep admin backup), and restore the backup with this one into an empty database.';

/** The migrations that a database has been brought to, in their order. */
export async function listExecuted(db: Db): Promise<string[]> {
  const { rows: known } = await sql<{ migrations: string | null }>`
    select to_regclass(${historyTable}) as migrations`.execute(db);
  if (!known[0]?.migrations) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(historyTable)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function createHistory(trx: Trx): Promise<void> {
  await sql`
    create table if not exists ${sql.table(historyTable)} (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    trx,
  );
}

export async function noteExecuted(trx: Trx, name: string): Promise<void> {
  await sql`insert into ${sql.table(historyTable)} values (${name}, ${new Date().toISOString()})`.execute(
    trx,
  );
}
