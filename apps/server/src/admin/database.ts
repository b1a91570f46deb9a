import { connectToEmbeddedPostgres, hasEmbeddedPostgres } from '@skep/embedded-postgres';
import { sql } from 'kysely';
import { type Config, readConfig } from '../config.ts';
import { type Context, closeContext, createContext } from '../context.ts';
import { connect, type Database } from '../db/connection.ts';
import { demandUpToDate } from '../db/migrate.ts';
import { selectValue } from '../db/sql.ts';
import { createLog } from '../log.ts';
import { findSecretKey } from '../secret-key.ts';
import { type OpenDatabase, openDatabase } from '../start/database.ts';
import { explainRefusal } from '../start/failures.ts';
import { StartError } from '../start-error.ts';

/**
 * Connects to the database of the service that runs here; when none runs, starts its database while the command runs. Only a
 * start of the service makes one: a command that made one in the wrong folder would seem to have done its work.
 */
export async function openBesideService(config: Config): Promise<OpenDatabase> {
  if (!config.databaseUrl && !(await hasEmbeddedPostgres(config.dataDir)))
    throw new StartError(
      `There is no database of Skep in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as the service has them.`,
    );
  return openOrMake(config);
}

/** The same, but makes the database where there is none, as a start of the service does. */
export async function openOrMake(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = config;
  const url = databaseUrl ? null : await connectToEmbeddedPostgres(dataDir);
  if (url) return { url, place: dataDir, notes: [], close: async () => {} };
  return openDatabase(config, console.error);
}

/** Does something on a connection of its own. */
export async function onConnection<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(url, { max: 1 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Refuses, for the same reason, to run on a database of the operator's own that does not have the tables of Skep. */
export async function demandTables(db: Database): Promise<void> {
  if (await selectValue(db, sql`to_regclass('teams')`).catch(explainRefusal)) return;
  throw new StartError('The database of DATABASE_URL holds no tables of Skep. Set it as the service has it.');
}

/** Does what a command is for on the database of the service, whether that runs or not, by the operations of its routes. */
export async function onDatabase<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const database = await openBesideService(config);
  const log = createLog('silent');
  const secretKey = config.secretKey ?? (await findSecretKey(config.dataDir)) ?? '';
  const context = createContext({ config, secretKey, databaseUrl: database.url, log });
  try {
    await onConnection(database.url, async (db) => {
      await demandTables(db);
      // A command migrates no database: an older service might be running on it.
      await demandUpToDate(db);
    });
    return await work(context);
  } finally {
    await closeContext(context);
    await database.close();
  }
}
