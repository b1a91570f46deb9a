import {
  bundledRelease,
  checkBinaries,
  type RunningVersion,
  startEmbeddedPostgres,
} from '@skep/embedded-postgres';
import type { Config } from '../config.ts';
import { splitHosts } from '../db/servers.ts';

export interface OpenDatabase {
  url: string;
  place: string;
  notes: string[];
  close(): Promise<void>;
}

/** The total of all pools (see context.ts and features/ingest/queue.ts). */
export const connectionsOfProcess = 35;
/** For other clients and a second start. */
const spareConnections = 126;

export const keepsFiles = ({ databaseUrl, secretKey, s3 }: Config): boolean =>
  !databaseUrl || !secretKey || !s3;

export async function openDatabase(
  config: Config,
  onProblem: (message: string) => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const servers = splitHosts(config.databaseUrl).map((url) => new URL(url));
    const hosts = servers.map(({ hostname, searchParams }) => searchParams.get('host') ?? hostname);
    return {
      url: config.databaseUrl,
      place: `the PostgreSQL database ${servers[0]?.pathname.slice(1)} on ${hosts.join(', ')}; files in ${config.dataDir}`,
      notes: [],
      close: async () => {},
    };
  }
  const settings = { max_connections: String(spareConnections + config.workers * connectionsOfProcess) };
  const { postgresBin: binaries, dataDir } = config;
  const embedded = await startEmbeddedPostgres({ dataDir, onProblem, settings, ...programsOf(binaries) });
  return {
    url: embedded.url(),
    place: dataDir,
    notes: [describeVersion(embedded.version, binaries), ...embedded.notices],
    close: embedded.stop,
  };
}

export async function requirePrograms({ databaseUrl, postgresBin }: Config): Promise<void> {
  if (!databaseUrl && postgresBin) await checkBinaries(programsOf(postgresBin));
}

const programsOf = (binaries: string | null) => (binaries ? { binaries, major: bundledRelease.major } : {});

/** One minor release behind is normal. Two are too many, because each has security fixes. */
function describeVersion({ number, releasesAfter }: RunningVersion, binaries: string | null): string {
  const server = binaries ? `PostgreSQL ${number} from ${binaries}` : `Embedded PostgreSQL ${number}`;
  if (releasesAfter === null || releasesAfter < 2) return server;
  const remedy = binaries
    ? 'install a newer one there'
    : `update Skep, or set POSTGRES_BIN to a newer PostgreSQL ${bundledRelease.major}`;
  return `${server}, probably ${releasesAfter} minor releases behind: ${remedy} (see docs/security.md)`;
}
