import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../package-folder.ts';
import { StartError } from '../start-error.ts';
import { changeTables } from './change-tables.ts';
import type { Database, Trx } from './connection.ts';
import { createHistory, listPending, noteExecuted } from './migration-history.ts';

const migrationsFolder = join(packageFolder, 'migrations');

/**
 * Brings the schema up to date, in a transaction for each migration, so that one that fills tables keeps no locks of those before
 * it. Nodes that start together wait for one another, and one of them does the work. It tells when that takes long: others may
 * be using the tables, and those with very many bugs may have to be written anew.
 */
export async function migrate(db: Database, tell: (news: string) => void = () => {}): Promise<void> {
  const names = await listMigrations();
  const pending = await listPending(db, names);
  // Most starts have nothing to do, and need neither a lock nor the files.
  if (pending.length === 0) return;
  const changes = pending.map((name) => (trx: Trx) => bringTo(trx, name));
  await changeTables(db, changes, tell);
}

/** Refuses a database whose tables are not exactly those of this version, and changes nothing. */
export async function demandUpToDate(db: Database): Promise<void> {
  if ((await listPending(db, await listMigrations())).length > 0) throw new StartError(madeByOlder);
}

const madeByOlder =
  'The database is that of an older version of Skep, and commands never change its tables: start the service of this version first, or use the commands of the version that runs.';

/** Makes the tables as they were after this migration, or brings older ones there. */
export async function bringTo(trx: Trx, last: string): Promise<void> {
  await createHistory(trx);
  const pending = await listPending(trx, await listMigrations());
  for (const name of pending.filter((name) => name <= last)) {
    const { up } = await loadMigration(name);
    await up(trx);
    await noteExecuted(trx, name);
  }
}

/** All migrations of this version, in their order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.ts')).sort();
  return files.map((name) => name.replace(/\.ts$/, ''));
}

interface Migration {
  up(trx: Trx): Promise<void>;
}

function loadMigration(name: string): Promise<Migration> {
  const file = pathToFileURL(join(migrationsFolder, `${name}.ts`));
  return import(/* @vite-ignore */ file.href);
}
