import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { DataDirInUseError } from './errors.ts';
import { failureWithLog, openLog, readLogFrom } from './log.ts';
import { type Place, prepareSocketDir } from './place.ts';
import { findPostmaster, isListening, type Postmaster, removeStaleLockFiles } from './postmaster.ts';
import { identity, serverEnvironment } from './user.ts';

export interface Server {
  place: Place;
  binaries: Binaries;
  settings: Record<string, string>;
}

/** Long enough for crash recovery and for the shutdown of a predecessor. */
export const patience = 120_000;

/** An eighth of the memory that there is: enough for the indexes of a million bugs, and little on a small machine. */
function sharedMegabytes(): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(Math.max(available / 8 / 1024 ** 2, 128), 1024));
}

const defaultSettings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '150',
  shared_buffers: `${sharedMegabytes()}MB`,
  random_page_cost: '1.1',
  jit: 'off',
  // Making a new log segment holds every commit up for some 40 ms: those that there are stay, to be written again.
  min_wal_size: '1GB',
  max_wal_size: '2GB',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are the business of the service and may quote what reporters wrote.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** Finds the server that runs on the cluster, or starts one, and waits until it takes connections. */
export async function bringUp(server: Server): Promise<Postmaster> {
  const { clusterDir, logFile } = server.place;
  const giveUpAt = Date.now() + patience;
  let launched: Launched | null = null;
  while (Date.now() < giveUpAt) {
    const postmaster = await findPostmaster(clusterDir);
    if (postmaster?.ready) return postmaster;
    if (launched?.ending) {
      await throwUnlessContended(server, launched);
      launched = null;
      await sleep(250);
    } else if (!postmaster && !launched) {
      launched = await launch(server);
    }
    await sleep(25);
  }
  const output = await readLogFrom(logFile, launched?.logStart ?? 0);
  throw failureWithLog(`PostgreSQL was not ready after ${patience / 1000} seconds.`, logFile, output);
}

interface Launched {
  /** How the process ended; empty while it runs. */
  ending: string;
  logStart: number;
}

async function launch({ place, binaries, settings }: Server): Promise<Launched> {
  const socketDir = await prepareSocketDir(place);
  if (await isListening(socketDir)) throw new DataDirInUseError(place.dataDir);
  await removeStaleLockFiles(place.clusterDir, socketDir);
  const log = await openLog(place.logFile, place.user);
  try {
    const launched: Launched = { ending: '', logStart: (await log.stat()).size };
    const options = { ...defaultSettings, unix_socket_directories: quoted(socketDir), ...settings };
    const child = spawn(
      join(binaries.folder, 'bin/postgres'),
      [
        '-D',
        place.clusterDir,
        ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...identity(place.user),
        cwd: '/',
        env: serverEnvironment(),
        // Its own process group, so that Ctrl-C reaches the service only, which then stops it in order.
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    child.once('error', (error) => {
      launched.ending = error.message;
    });
    child.once('exit', (code, signal) => {
      launched.ending = signal ? `signal ${signal}` : `exit code ${code}`;
    });
    child.unref();
    return launched;
  } finally {
    await log.close();
  }
}

// The setting is a list, in which commas and spaces would separate.
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

/**
 * Another start was faster, or the processes of a killed server have not all gone yet:
 * both pass, so the caller looks again.
 */
async function throwUnlessContended({ place }: Server, { ending, logStart }: Launched): Promise<void> {
  const output = await readLogFrom(place.logFile, logStart);
  if (/lock file .* (already exists|is empty)|pre-existing shared memory block/.test(output)) return;
  throw failureWithLog(`PostgreSQL did not start (${ending}).`, place.logFile, output);
}
