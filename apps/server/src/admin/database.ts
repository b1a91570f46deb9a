import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/connection.ts';
import { connectToEmbeddedPostgres, hasEmbeddedPostgres } from '../db/embedded.ts';
import { type OpenDatabase, openDatabase } from '../start/database.ts';
import { StartError } from '../start-error.ts';

/** Only a start of the service makes one: a command that meant another folder would seem to have done its work. */
async function demandCluster(dataDir: string): Promise<void> {
  if (await hasEmbeddedPostgres(dataDir)) return;
  throw new StartError(
    `There is no database of Skep in ${dataDir}. Set DATA_DIR or DATABASE_URL as the service has them.`,
  );
}

/** The database of the service that runs here, or the same one started for the moment when none runs. */
export async function openBesideService(config: Config): Promise<OpenDatabase> {
  const runningUrl = config.databaseUrl ? null : await connectToEmbeddedPostgres(config.dataDir);
  if (runningUrl) return { url: runningUrl, place: config.dataDir, close: async () => {} };
  if (!config.databaseUrl) await demandCluster(config.dataDir);
  return openDatabase(config, console.error);
}

/** As above, of a database that somebody else has made. */
export async function demandTables(db: Database): Promise<void> {
  const { rows } = await sql<{ tables: string | null }>`select to_regclass('teams') as tables`.execute(db);
  if (rows[0]?.tables) return;
  throw new StartError('The database of DATABASE_URL holds no tables of Skep. Set it as the service has it.');
}
