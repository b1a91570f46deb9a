import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';

export interface OpenDatabase {
  url: string;
  /** Where the data is, for people; without any password. */
  place: string;
  close(): Promise<void>;
}

/** At most what the pools of a process hold (see context.ts); and for those who look in, with another program or a second start. */
const connectionsOfProcess = 26;
const spareConnections = 126;

/** The PostgreSQL that the configuration names, or our own in the data folder. */
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
