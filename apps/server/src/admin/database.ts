import { connectToEmbeddedPostgres, hasEmbeddedPostgres } from '@skep/embedded-postgres';
import { sql } from 'kysely';
import { type Config, readConfig } from '../config.ts';
import { type Context, closeContext, createContext } from '../context.ts';
import { connect, type Database } from '../db/connection.ts';
import { requireUpToDate } from '../db/migrate.ts';
import { selectValue } from '../db/sql.ts';
import { createLog } from '../log.ts';
import { findSecretKey } from '../secret-key.ts';
import { type OpenDatabase, openDatabase } from '../start/database.ts';
import { explainRefusal } from '../start/failures.ts';
import { StartError } from '../start-error.ts';

/**
 * Connects to the database of the running service, or starts it for the duration of the command. It never creates a database: a
 * command run in the wrong folder would appear to have succeeded.
 */
export async function openBesideService(config: Config): Promise<OpenDatabase> {
  if (!config.databaseUrl && !(await hasEmbeddedPostgres(config.dataDir)))
    throw new StartError(
      `No database found in ${config.dataDir}. Set DATA_DIR or DATABASE_URL to the values of the service.`,
    );
  return openOrMake(config);
}

/** Like `openBesideService`, but creates the database if there is none. */
export async function openOrMake(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = config;
  const url = databaseUrl ? null : await connectToEmbeddedPostgres(dataDir);
  if (url) return { url, place: dataDir, notes: [], close: async () => {} };
  return openDatabase(config, console.error);
}

export async function onConnection<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(url, { max: 1 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Rejects an external database without Skep's tables, which is likely the wrong one. */
export async function requireTables(db: Database): Promise<void> {
  if (await selectValue(db, sql`to_regclass('teams')`).catch(explainRefusal)) return;
  throw new StartError(
    'The database of DATABASE_URL has no Skep tables. Set DATABASE_URL to the value of the service.',
  );
}

/** Runs operations of the API against the service's database, whether or not the service runs. */
export async function onDatabase<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const database = await openBesideService(config);
  const log = createLog('silent');
  const secretKey = config.secretKey ?? (await findSecretKey(config.dataDir)) ?? '';
  const context = createContext({ config, secretKey, databaseUrl: database.url, log });
  try {
    await onConnection(database.url, async (db) => {
      await requireTables(db);
      // Commands never migrate: an older service may be using the database.
      await requireUpToDate(db);
    });
    return await work(context);
  } finally {
    await closeContext(context);
    await database.close();
  }
}
