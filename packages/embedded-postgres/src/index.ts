import { access, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BinariesOptions,
  describeVersion,
  findBinaries,
  makeAccessible,
  type RunningVersion,
} from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { clusterLink, owner, resolveLayout, socketUrl } from './layout.ts';
import { supervise, takeServer } from './ownership.ts';
import { findPostmaster, isListening, type ServerParts } from './postmaster.ts';

export type { BinariesOptions } from './binaries.ts';
export { bundledRelease, findBinaries as checkBinaries, type RunningVersion } from './binaries.ts';
export { DataDirectoryInUseError, EmbeddedPostgresError } from './errors.ts';
export { makeDataDirectory } from './files.ts';

export interface EmbeddedPostgresOptions extends BinariesOptions {
  /** An absolute path. The cluster is in its folder `postgres`, which may be a symbolic link. */
  dataDir: string;
  /** Called when the server stops unexpectedly and when it is back. */
  onProblem(message: string): void;
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  url(database?: string): string;
  clusterDir: string;
  /** Version of the running server; an adopted server may be older than the binaries. */
  version: RunningVersion;
  notices: string[];
  stop(): Promise<void>;
}

/** Starts the server of a data directory, or adopts one that a killed service left running. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, onProblem, settings = {} } = options;
  const found = await findBinaries(options);
  const layout = await resolveLayout(dataDir);
  const binaries = await makeAccessible(found, options, layout);
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

/** URL of the running server, or null. Does not take the lock. */
export async function connectToEmbeddedPostgres(dataDir: string): Promise<string | null> {
  try {
    const postmaster = await findPostmaster(await realpath(clusterLink(dataDir)));
    if (!postmaster?.ready || !(await isListening(postmaster.socketDir))) return null;
    return socketUrl(postmaster.socketDir, owner);
  } catch {
    return null;
  }
}
