import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';

export interface OpenDatabase {
  url: string;
  /** Tells people where the data is, without any password. */
  place: string;
  close(): Promise<void>;
}

/** The most connections that the pools of one process open (see context.ts and features/ingest/queue.ts). */
const connectionsOfProcess = 35;
/** For other programs that look into the database, and for a second start of the service. */
const spareConnections = 126;

/** Opens the PostgreSQL that the configuration names, or starts the embedded one in the data folder. */
export async function openDatabase(
  config: Config,
  onProblem: (message: string) => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const { hostname, pathname } = new URL(config.databaseUrl);
    return {
      url: config.databaseUrl,
      place: `the PostgreSQL database ${pathname.slice(1)} on ${hostname}; files in ${config.dataDir}`,
      close: async () => {},
    };
  }
  const settings = { max_connections: String(spareConnections + config.workers * connectionsOfProcess) };
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, onProblem, settings });
  return { url: embedded.url('skep'), place: config.dataDir, close: embedded.stop };
}
