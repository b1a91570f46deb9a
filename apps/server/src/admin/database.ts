import { connectToEmbeddedPostgres, hasEmbeddedPostgres } from '@skep/embedded-postgres';
import { sql } from 'kysely';
import { type Config, readConfig } from '../config.ts';
import { type Context, closeContext, createContext } from '../context.ts';
import { connect, type Database } from '../db/connection.ts';
import { demandUpToDate } from '../db/migrate.ts';
import { createLog } from '../log.ts';
import { findSecretKey } from '../secret-key.ts';
import { type OpenDatabase, openDatabase } from '../start/database.ts';
import { explainRefusal } from '../start/failures.ts';
import { StartError } from '../start-error.ts';

/**
 * Refuses to run where there is no database yet. Only a start of the service makes one: a command that made one in the wrong
 * folder would seem to have done its work.
 */
async function demandCluster(dataDir: string): Promise<void> {
  if (await hasEmbeddedPostgres(dataDir)) return;
  throw new StartError(
    `There is no database of Skep in ${dataDir}. Set DATA_DIR or DATABASE_URL as the service has them.`,
  );
}

/** Connects to the database of the service that runs here; when none runs, starts its database while the command runs. */
export async function openBesideService(config: Config): Promise<OpenDatabase> {
  const running = await findRunning(config);
  if (running) return running;
  if (!config.databaseUrl) await demandCluster(config.dataDir);
  return openDatabase(config, console.error);
}

/** The same, but makes the database where there is none, as a start of the service does. */
export async function openOrMake(config: Config): Promise<OpenDatabase> {
  return (await findRunning(config)) ?? openDatabase(config, console.error);
}

async function findRunning({ databaseUrl, dataDir }: Config): Promise<OpenDatabase | undefined> {
  const url = databaseUrl ? null : await connectToEmbeddedPostgres(dataDir);
  return url ? { url, place: dataDir, notes: [], close: async () => {} } : undefined;
}

/** Refuses, for the same reason, to run on a database of the operator's own that does not have the tables of Skep. */
export async function demandTables(db: Database): Promise<void> {
  const { rows } = await sql<{ tables: string | null }>`select to_regclass('teams') as tables`.execute(db);
  if (rows[0]?.tables) return;
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
    await demandThisVersion(database.url);
    return await work(context);
  } finally {
    await closeContext(context);
    await database.close();
  }
}

/** Refuses a database of another version. A command migrates none: an older service might be running on it. */
async function demandThisVersion(url: string): Promise<void> {
  const db = connect(url, { max: 1 });
  try {
    await demandTables(db).catch(explainRefusal);
    await demandUpToDate(db);
  } finally {
    await db.destroy();
  }
}
