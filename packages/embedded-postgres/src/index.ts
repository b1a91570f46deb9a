import { access, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BinariesWish,
  bringWithinReach,
  describeVersion,
  findBinaries,
  type RunningVersion,
} from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { clusterLink, owner, settleLayout, socketUrl } from './layout.ts';
import { supervise, takeServer } from './ownership.ts';
import { findPostmaster, isListening, type ServerParts } from './postmaster.ts';

export type { BinariesWish } from './binaries.ts';
export { bundledRelease, findBinaries as checkBinaries, type RunningVersion } from './binaries.ts';
export { DataDirectoryInUseError, EmbeddedPostgresError } from './errors.ts';
export { makeDataDirectory } from './files.ts';

export interface EmbeddedPostgresOptions extends BinariesWish {
  /** An absolute path. The cluster is in its folder `postgres`, or where a symbolic link of that name leads. */
  dataDir: string;
  /** Called with a sentence when the server goes away or comes back by itself. */
  onProblem(message: string): void;
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  url(database?: string): string;
  clusterDir: string;
  /** What runs: a server that a killed service left may be older than the programs. */
  version: RunningVersion;
  notices: string[];
  stop(): Promise<void>;
}

/** Starts the server of a data directory, or adopts the one that a killed service left, and owns it until it is stopped. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, onProblem, settings = {} } = options;
  const found = await findBinaries(options);
  const layout = await settleLayout(dataDir);
  const binaries = await bringWithinReach(found, options, layout);
  await ensureCluster(layout, binaries, settings.fsync !== 'off');
  const server: ServerParts = { layout, binaries, settings };
  const ownership = await takeServer(server);
  const supervisor = supervise(server, ownership, onProblem);
  return {
    url: (database = owner) => socketUrl(supervisor.socketDir(), database),
    clusterDir: layout.clusterDir,
    version: describeVersion(ownership.version),
    notices: layout.notices,
    stop: supervisor.stop,
  };
}

export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  const version = join(clusterLink(dataDir), 'PG_VERSION');
  return access(version).then(
    () => true,
    () => false,
  );
}

/** The URL of the database when a server of this data directory runs and answers, otherwise null. It does not take the lock. */
export async function connectToEmbeddedPostgres(dataDir: string): Promise<string | null> {
  try {
    const postmaster = await findPostmaster(await realpath(clusterLink(dataDir)));
    if (!postmaster?.ready || !(await isListening(postmaster.socketDir))) return null;
    return socketUrl(postmaster.socketDir, owner);
  } catch {
    return null;
  }
}
