import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/connection.ts';
import { connectToEmbeddedPostgres, hasEmbeddedPostgres } from '../db/embedded.ts';
import { type OpenDatabase, openDatabase } from '../start/database.ts';
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
