import { spawn } from 'node:child_process';
import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { DataDirectoryInUseError, EmbeddedPostgresError, nullIfMissing, orUseOwnDatabase } from './errors.ts';
import { type Layout, prepareSocketDirectory, socketName } from './layout.ts';
import { identity, processExists, serverEnvironment, servesCluster } from './processes.ts';

export interface Postmaster {
  pid: number;
  clusterDir: string;
  socketDir: string;
  ready: boolean;
}

const fastShutdownTimeoutMs = 60_000;
const immediateShutdownTimeoutMs = 10_000;

/** Finds the running server by its lock file; null if no process on this machine serves the cluster. */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(nullIfMissing);
  const lines = (text ?? '').split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!pid || !(await servesCluster(pid, clusterDir))) return null;
  return { pid, clusterDir, socketDir: lines[4] || clusterDir, ready: lines[7] === 'ready' };
}

/** Also detects a server in another container on the same volume, whose process is not visible. */
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
  if (await isGoneAfter('SIGINT', postmaster, fastShutdownTimeoutMs)) return;
  // An immediate shutdown is safe: the next start replays the write-ahead log.
  if (await isGoneAfter('SIGQUIT', postmaster, immediateShutdownTimeoutMs)) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${postmaster.pid}) does not stop. Stop it with kill ${postmaster.pid}.`,
  );
}

async function isGoneAfter(signal: NodeJS.Signals, { pid, clusterDir }: Postmaster, timeoutMs: number) {
  const giveUpAt = performance.now() + timeoutMs;
  // Checked every time, because process ids are reused.
  if (await servesCluster(pid, clusterDir)) process.kill(pid, signal);
  while (await servesCluster(pid, clusterDir)) {
    if (performance.now() > giveUpAt) return false;
    await sleep(50);
  }
  return true;
}

export interface ServerParts {
  layout: Layout;
  binaries: Binaries;
  settings: Record<string, string>;
}

interface Launched {
  ending: string;
  logStart: number;
}

async function launchPostmaster({ layout, binaries, settings }: ServerParts): Promise<Launched> {
  const { clusterDir, dataDir } = layout;
  const socketDir = await prepareSocketDirectory(layout);
  if (await isListening(socketDir)) throw new DataDirectoryInUseError(dataDir);
  await removeStaleLockFiles(clusterDir, socketDir);
  const log = await openLog(layout);
  try {
    const launched: Launched = { ending: '', logStart: (await log.stat()).size };
    // Quoted, because the setting is a list.
    const unix_socket_directories = `"${socketDir.replaceAll('"', '""')}"`;
    const args = Object.entries({ ...defaultSettings, unix_socket_directories, ...settings }).flatMap(
      ([name, value]) => ['-c', `${name}=${value}`],
    );
    const child = spawn(join(binaries.folder, 'postgres'), ['-D', clusterDir, ...args], {
      ...identity(layout.user),
      cwd: '/',
      env: serverEnvironment(),
      // A separate process group, so that Ctrl-C reaches only the service, which then stops the server gracefully.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
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

/** shared_buffers: an eighth of the machine's or container's memory, between 128 MB and 1 GB. */
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
  // Creating a WAL segment delays commits by about 40 ms, so a gigabyte of segments is recycled.
  min_wal_size: '1GB',
  max_wal_size: '2GB',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are not logged, because they may contain user data and the service handles them.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** Allows for crash recovery and for the shutdown of a previous server. */
export const startTimeoutMs = 120_000;

export async function bringUp(server: ServerParts): Promise<Postmaster> {
  const { layout } = server;
  const giveUpAt = performance.now() + startTimeoutMs;
  let launched: Launched | null = null;
  while (performance.now() < giveUpAt) {
    const postmaster = await findPostmaster(layout.clusterDir);
    if (postmaster?.ready) return postmaster;
    if (launched?.ending) {
      await throwUnlessContended(server, launched);
      launched = null;
      await sleep(250);
    } else if (!postmaster && !launched) {
      launched = await launchPostmaster(server);
    }
    await sleep(25);
  }
  const output = await readLogFrom(layout, launched?.logStart ?? 0);
  throw failureWithLog(`PostgreSQL was not ready after ${startTimeoutMs / 1000} seconds.`, layout, output);
}

/** Returns if a concurrent start or processes of a killed server are in the way: then the caller retries. */
async function throwUnlessContended({ layout }: ServerParts, { ending, logStart }: Launched): Promise<void> {
  const output = await readLogFrom(layout, logStart);
  if (/lock file .* (already exists|is empty)|pre-existing shared memory block/.test(output)) return;
  throw failureWithLog(`PostgreSQL did not start (${ending}).`, layout, output);
}

const emptyFileTimeoutMs = 5000;

/** PostgreSQL treats any process with the id in a lock file as a server, even if the id was reused after a reboot. */
async function removeStaleLockFiles(clusterDir: string, socketDir: string): Promise<void> {
  for (const file of [join(clusterDir, 'postmaster.pid'), join(socketDir, `${socketName}.lock`)]) {
    const text = await readFile(file, 'utf8').catch(nullIfMissing);
    if (text === null || !(await isStale(file, text, clusterDir))) continue;
    // A concurrent start may have replaced the file.
    if ((await readFile(file, 'utf8').catch(nullIfMissing)) === text) await rm(file, { force: true });
  }
}

async function isStale(file: string, text: string, clusterDir: string): Promise<boolean> {
  if (text === '') return isOld(file);
  // A single-user server writes a negative process id.
  const pid = Math.abs(Number.parseInt(text, 10));
  return pid > 0 && processExists(pid) && !(await servesCluster(pid, clusterDir));
}

/** A lock file that stays empty was left by a full disk or a power cut. */
async function isOld(file: string): Promise<boolean> {
  const made = await stat(file).catch(nullIfMissing);
  return made !== null && Date.now() - made.mtimeMs > emptyFileTimeoutMs;
}

const maxLogBytes = 1024 * 1024;
const quotedLogLines = 12;

/** Truncates a large log. Append mode is required for a server that still writes to it. */
async function openLog({ logFile, user }: Layout): Promise<FileHandle> {
  const log = await open(logFile, 'a', 0o600);
  // A log created by root must stay writable if the service later runs as the owner of the data.
  if (user) await log.chown(user.uid, user.gid);
  if ((await log.stat()).size > maxLogBytes) await log.truncate(0);
  return log;
}

export async function appendToLog(layout: Layout, text: string): Promise<void> {
  const log = await openLog(layout);
  try {
    await log.appendFile(text.endsWith('\n') ? text : `${text}\n`);
  } finally {
    await log.close();
  }
}

async function readLogFrom({ logFile }: Layout, position: number): Promise<string> {
  const text = await readFile(logFile).catch(() => Buffer.alloc(0));
  return text.subarray(position).toString('utf8');
}

export function failureWithLog(message: string, { logFile }: Layout, output: string): EmbeddedPostgresError {
  const lines = output.trim().split('\n').slice(-quotedLogLines);
  const advice = /No space left on device/.test(output)
    ? 'The disk is full. Free some space and start again.'
    : `Fix the error in its log and start again${orUseOwnDatabase}`;
  return new EmbeddedPostgresError(`${message} ${advice} The log ${logFile} ends with:\n${lines.join('\n')}`);
}
