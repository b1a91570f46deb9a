import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './connection.ts';
import { demandKnownHistory } from './migration-history.ts';

const migrationsFolder = new URL('../../migrations/', import.meta.url);

/** The advisory lock's number: any that no other advisory lock of the service uses. */
const migrationLock = 7_120_001;

/** Brings the schema up to date. Nodes that start together wait for the advisory lock, and one of them does the work. */
export async function migrate(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection);
    try {
      const migrations = await readMigrations();
      await demandKnownHistory(connection, Object.keys(migrations));
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection);
    }
  });
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.ts')).sort();
  const entries = files.map(async (name) => {
    const migration: Migration = await import(new URL(name, migrationsFolder).href);
    return [name.replace(/\.ts$/, ''), migration] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
