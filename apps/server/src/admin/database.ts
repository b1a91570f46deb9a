import type { Config } from '../config.ts';
import { connectToEmbeddedPostgres } from '../db/embedded/index.ts';
import { type OpenDatabase, openDatabase } from '../db/open.ts';

/** The database of the service that runs here, or the same one started for the moment when none runs. */
export async function openBesideService(config: Config): Promise<OpenDatabase> {
  const runningUrl = config.databaseUrl ? null : await connectToEmbeddedPostgres(config.dataDir);
  if (runningUrl) return { url: runningUrl, place: config.dataDir, close: async () => {} };
  return openDatabase(config, console.error);
}
