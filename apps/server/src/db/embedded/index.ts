import { access, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { usableBinaries } from './binaries.ts';
import { ensureCluster, superuser } from './cluster.ts';
import { socketUrl } from './connection.ts';
import { clusterLink, settlePlace } from './place.ts';
import { findPostmaster } from './postmaster.ts';
import type { Server } from './server.ts';
import { keepRunning, takeServer } from './service.ts';

export { DataDirInUseError } from './errors.ts';

export interface EmbeddedOptions {
  /** Absolute; the cluster lives in its folder `postgres`. */
  dataDir: string;
  /** Told in a sentence when the server goes away or comes back by itself. */
  onProblem(message: string): void;
  /** A folder with bin/initdb and bin/postgres; the npm package of this platform when left out. */
  binaries?: string;
  /** Server settings on top of the usual ones. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  url(database: string): string;
  /** Where the data really is. */
  clusterDir: string;
  stop(): Promise<void>;
}

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const settings = options.settings ?? {};
  const place = await settlePlace(options.dataDir);
  const binaries = await usableBinaries(options.binaries, place.user);
  await ensureCluster(place, binaries, settings.fsync !== 'off');
  const server: Server = { place, binaries, settings };
  const service = keepRunning(server, await takeServer(server), options.onProblem);
  return {
    url: (database) => socketUrl(service.socketDir(), database),
    clusterDir: place.clusterDir,
    stop: service.stop,
  };
}

/** Whether there is one in this data folder, running or not. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  const version = join(clusterLink(dataDir), 'PG_VERSION');
  return access(version).then(
    () => true,
    () => false,
  );
}

/** The URL of the database when a server for this data folder runs and answers; it leaves the lock alone. */
export async function connectToEmbeddedPostgres(dataDir: string): Promise<string | null> {
  try {
    const postmaster = await findPostmaster(await realpath(clusterLink(dataDir)));
    if (!postmaster) return null;
    const url = socketUrl(postmaster.socketDir, superuser);
    await greet(url);
    return url;
  } catch {
    return null;
  }
}

async function greet(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // A server that goes away between our two words is not worth a crash.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => {});
  }
}
