import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { packageFolder } from '../package-folder.ts';
import type { Database } from './connection.ts';
import { listPending } from './migration-history.ts';

const migrationsFolder = join(packageFolder, 'migrations');

/** The advisory lock's number: any that no other advisory lock of the service uses. */
const migrationLock = 7_120_001;

/** Brings the schema up to date. Nodes that start together wait for the advisory lock, and one of them does the work. */
export async function migrate(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection);
    try {
      const names = await listMigrations();
      const pending = await listPending(connection, names);
      // Most starts have nothing to do, and need not load the files.
      if (pending.length === 0) return;
      const migrations = await loadMigrations(names);
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection);
    }
  });
}

async function listMigrations(): Promise<string[]> {
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
