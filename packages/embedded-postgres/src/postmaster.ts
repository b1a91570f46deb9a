import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { nullIfMissing } from './failures.ts';
import { servesCluster } from './processes.ts';
import { socketName } from './socket-directory.ts';

/** A PostgreSQL server that is running on a cluster, whoever started it. */
export interface Postmaster {
  pid: number;
  clusterDir: string;
  socketDir: string;
  ready: boolean;
}

const fastShutdownPatience = 60_000;
const immediateShutdownPatience = 10_000;

/** The server of the cluster, by its lock file; null when no living process on this machine serves the cluster. */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(nullIfMissing);
  const lines = (text ?? '').split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!pid || !(await servesCluster(pid, clusterDir))) return null;
  return { pid, clusterDir, socketDir: lines[4] || clusterDir, ready: lines[7] === 'ready' };
}

/** Whether a server takes connections, even one whose process we cannot see, as in another container on the same volume. */
export function isListening(socketDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(socketDir, socketName));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

export async function shutDown(postmaster: Postmaster): Promise<void> {
  if (await isGoneAfter('SIGINT', postmaster, fastShutdownPatience)) return;
  // An immediate shutdown is safe for the data, because the next start replays the write-ahead log.
  if (await isGoneAfter('SIGQUIT', postmaster, immediateShutdownPatience)) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${postmaster.pid}) does not stop. End it with kill ${postmaster.pid}.`,
  );
}

async function isGoneAfter(signal: NodeJS.Signals, { pid, clusterDir }: Postmaster, patience: number) {
  const giveUpAt = performance.now() + patience;
  // It is asked every time, because a process id that became free may be given to another process.
  if (await servesCluster(pid, clusterDir)) process.kill(pid, signal);
  while (await servesCluster(pid, clusterDir)) {
    if (performance.now() > giveUpAt) return false;
    await sleep(50);
  }
  return true;
}
