import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { packageFolder } from '../package-folder.ts';
import { StartError } from '../start-error.ts';
import type { Database, Db, Trx } from './connection.ts';
import { listPending } from './migration-history.ts';
import { retryTransient } from './transaction.ts';

const migrationsFolder = join(packageFolder, 'migrations');

/** The advisory lock's number: any that no other advisory lock of the service uses. */
const migrationLock = 7_120_001;

/** After so long, people wonder whether a start still does something. */
const longMs = 5_000;

/**
 * Brings the schema up to date. Nodes that start together wait for the advisory lock, and one of them does the work. It tells
 * when that takes long: tables with very many bugs may have to be written anew. The lock is that of a transaction, on a
 * connection of its own: a session would not stay the same behind a connection pooler.
 */
export async function migrate(db: Database, tell: (news: string) => void = () => {}): Promise<void> {
  const names = await listMigrations();
  // Most starts have nothing to do, and need neither the lock nor the files.
  if ((await listPending(db, names)).length === 0) return;
  await db.transaction().execute(async (trx) => {
    await lockMigrations(trx);
    if ((await listPending(db, names)).length === 0) return;
    // Nodes of an older version may be at work meanwhile, and lock the same tables in another order.
    await tellingIfLong(tell, () => retryTransient(() => bringTo(db, names.at(-1) as string)));
  });
}

/** Refuses a database whose tables are not exactly those of this version, and changes nothing. */
export async function demandUpToDate(db: Database): Promise<void> {
  if ((await listPending(db, await listMigrations())).length > 0) throw new StartError(madeByOlder);
}

const madeByOlder =
  'The database is that of an older version of Skep, and commands never change its tables: start the service of this version first, or use the commands of the version that runs.';

/** Nobody else migrates before the transaction ends. */
export async function lockMigrations(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx);
}

/**
 * Makes the tables as they were after this migration, or brings older ones there; in a transaction, as a part of that. Where
 * there are tables of Skep in several schemas, it has to be told which are meant: the search path's first one.
 */
export async function bringTo(db: Db, name: string, schema?: string): Promise<void> {
  const migrations = await loadMigrations(await listMigrations());
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateTo(name);
  if (error) throw error;
}

async function tellingIfLong<T>(tell: (news: string) => void, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  const timer = setTimeout(() => tell(takesLong), longMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    if (seconds * 1000 > longMs) tell(`Bringing the tables up to date took ${seconds} s`);
  }
}

const takesLong =
  'The tables are being brought up to date for this version. With very many bugs this takes minutes; nothing is lost if it is interrupted';

/** All migrations of this version, in their order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.ts')).sort();
  return files.map((name) => name.replace(/\.ts$/, ''));
}

async function loadMigrations(names: string[]): Promise<Record<string, Migration>> {
  const entries = names.map(async (name) => {
    const file = pathToFileURL(join(migrationsFolder, `${name}.ts`));
    const migration: Migration = await import(/* @vite-ignore */ file.href);
    return [name, migration] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
