import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '../../start-error.ts';
import { nullIfMissing } from './errors.ts';
import { socketName } from './place.ts';
import { processExists } from './unfinished.ts';

/** A PostgreSQL server that is running on a cluster, whoever started it. */
export interface Postmaster {
  pid: number;
  clusterDir: string;
  socketDir: string;
  ready: boolean;
}

const fastShutdownPatience = 60_000;
const immediateShutdownPatience = 10_000;
const emptyFilePatience = 5000;

/** Null when no living process on this machine serves the cluster. */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(nullIfMissing);
  const lines = (text ?? '').split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!pid || !(await serves(pid, clusterDir))) return null;
  return { pid, clusterDir, socketDir: lines[4] || clusterDir, ready: lines[7] === 'ready' };
}

async function serves(pid: number, clusterDir: string): Promise<boolean> {
  const command = await commandOf(pid);
  return /postgres/.test(command) && command.includes(`-D ${clusterDir} `);
}

/** Empty when there is no such process, or nothing of it but its exit status. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.replaceAll('\0', ' ');
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return ps.then(({ stdout }) => `${stdout.trim()} `).catch(() => '');
}

/**
 * PostgreSQL ignores lock files of dead processes, but takes any living process for a server.
 * After a restart of the container or machine the number may belong to someone else.
 */
export async function removeStaleLockFiles(clusterDir: string, socketDir: string): Promise<void> {
  for (const file of [join(clusterDir, 'postmaster.pid'), join(socketDir, `${socketName}.lock`)]) {
    const text = await readFile(file, 'utf8').catch(nullIfMissing);
    if (text === null || !(await isStale(file, text, clusterDir))) continue;
    // Another start may have put its own file there in the meantime.
    if ((await readFile(file, 'utf8').catch(nullIfMissing)) === text) await rm(file, { force: true });
  }
}

async function isStale(file: string, text: string, clusterDir: string): Promise<boolean> {
  if (text === '') return isOld(file);
  // A server without postmaster, for repairs, notes its number as a negative one.
  const pid = Math.abs(Number.parseInt(text, 10));
  return pid > 0 && processExists(pid) && !(await serves(pid, clusterDir));
}

// A server fills its lock file at once; an empty one is what a full disk or a power cut leaves behind.
async function isOld(file: string): Promise<boolean> {
  const made = await stat(file).catch(nullIfMissing);
  return made !== null && Date.now() - made.mtimeMs > emptyFilePatience;
}

/** Tells of a server whose process we cannot see, such as one in another container on the same volume. */
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
  // Safe for the data: the next start replays the write-ahead log.
  if (await isGoneAfter('SIGQUIT', postmaster, immediateShutdownPatience)) return;
  throw new StartError(
    `PostgreSQL (process ${postmaster.pid}) does not stop. End it with kill ${postmaster.pid}.`,
  );
}

async function isGoneAfter(signal: NodeJS.Signals, { pid, clusterDir }: Postmaster, patience: number) {
  const giveUpAt = Date.now() + patience;
  // Asked every time, because a number that became free may be given to another process.
  if (await serves(pid, clusterDir)) process.kill(pid, signal);
  while (await serves(pid, clusterDir)) {
    if (Date.now() > giveUpAt) return false;
    await sleep(50);
  }
  return true;
}
