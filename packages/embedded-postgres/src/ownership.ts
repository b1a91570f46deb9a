import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataDirectoryInUseError, EmbeddedPostgresError, errorCode, messageOf } from './errors.ts';
import { type Layout, owner, socketUrl } from './layout.ts';
import { bringUp, type Postmaster, type ServerParts, shutDown, startTimeoutMs } from './postmaster.ts';

interface Ownership {
  postmaster: Postmaster;
  lock: AdvisoryLock;
  version: number;
}

/** Pauses between attempts. The current owner retries faster, so that it gets the lock back after a server restart. */
const ownerPauseMs = 50;
const newStartPauseMs = 1000;

/** The holder of the lock owns the server. This adopts orphans and decides between concurrent starts. */
export async function takeServer(server: ServerParts, pause = newStartPauseMs): Promise<Ownership> {
  const giveUpAt = performance.now() + startTimeoutMs;
  for (;;) {
    const postmaster = await bringUp(server);
    try {
      return await takeOver(postmaster, server.layout);
    } catch (error) {
      if (!isTransient(error) || performance.now() > giveUpAt) throw error;
    }
    await sleep(pause);
  }
}

async function takeOver(postmaster: Postmaster, { dataDir }: Layout): Promise<Ownership> {
  const lock = await takeAdvisoryLock(postmaster.socketDir);
  if (!lock) throw new DataDirectoryInUseError(dataDir);
  try {
    await ensureDatabase(lock.client);
    const { rows } = await lock.client.query('show server_version_num');
    return { postmaster, lock, version: Number(rows[0]?.server_version_num) };
  } catch (error) {
    if (!isTransient(error)) await shutDown(postmaster);
    await lock.release();
    throw error;
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [owner]);
  if (rowCount === 0) await client.query(`create database ${owner}`);
}

/** True for errors of a server that is starting or shutting down. */
function isTransient(error: unknown): boolean {
  if (error instanceof EmbeddedPostgresError) return false;
  const code = errorCode(error);
  return code === undefined || /^(E[A-Z]+|57P0.|08...|53300)$/.test(code);
}

async function releaseServer(ownership: Ownership | null): Promise<void> {
  if (!ownership) return;
  await shutDown(ownership.postmaster);
  await ownership.lock.release();
}

/** A session-level advisory lock. It ends with its connection, and so with its process. */
interface AdvisoryLock {
  client: pg.Client;
  lost: Promise<void>;
  release(): Promise<void>;
}

/** Shared by all versions. Taken in the database `postgres`, so it cannot collide with locks of the service. */
const lockKey = [0x534b4550, 1];
/** The session of a killed service may take a moment to close. */
const lockTimeoutMs = 2_000;

async function takeAdvisoryLock(socketDir: string): Promise<AdvisoryLock | null> {
  const lock = await openLockSession(socketDir);
  const giveUpAt = performance.now() + lockTimeoutMs;
  try {
    do {
      const { rows } = await lock.client.query('select pg_try_advisory_lock($1, $2) as held', lockKey);
      if (rows[0]?.held) return lock;
      await sleep(100);
    } while (performance.now() < giveUpAt);
  } catch (error) {
    await lock.release();
    throw error;
  }
  await lock.release();
  return null;
}

async function openLockSession(socketDir: string): Promise<AdvisoryLock> {
  const client = new pg.Client({
    connectionString: socketUrl(socketDir, 'postgres'),
    application_name: `${owner} service lock`,
    connectionTimeoutMillis: 10_000,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve()).on('end', () => resolve());
  });
  await client.connect();
  return { client, lost, release: () => client.end().catch(() => {}) };
}

const minPauseMs = 250;
const maxPauseMs = 30_000;

export function supervise(server: ServerParts, first: Ownership, onProblem: (message: string) => void) {
  const stopping = new AbortController();
  let ownership: Ownership | null = first;
  let { socketDir } = first.postmaster;

  const watch = async (): Promise<void> => {
    while (ownership && !stopping.signal.aborted) {
      await ownership.lock.lost;
      if (stopping.signal.aborted) return;
      onProblem('The embedded PostgreSQL stopped unexpectedly. Restarting it.');
      ownership = null;
      ownership = await retakeServer(server, stopping.signal, onProblem);
      socketDir = ownership?.postmaster.socketDir ?? socketDir;
    }
  };
  const watching = watch();

  const end = async (): Promise<void> => {
    stopping.abort();
    await releaseServer(ownership);
    await watching;
    // A recovery may have succeeded in the meantime.
    await releaseServer(ownership);
  };
  let ended: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    ended ??= end();
    return ended;
  };
  return { socketDir: () => socketDir, stop };
}

async function retakeServer(
  server: ServerParts,
  stopping: AbortSignal,
  onProblem: (message: string) => void,
): Promise<Ownership | null> {
  for (let pause = minPauseMs; !stopping.aborted; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      const ownership = await takeServer(server, ownerPauseMs);
      onProblem('The embedded PostgreSQL is running again.');
      return ownership;
    } catch (error) {
      onProblem(`The embedded PostgreSQL could not be restarted. Retrying. ${messageOf(error)}`);
    }
    await sleep(pause, undefined, { signal: stopping }).catch(() => {});
  }
  return null;
}
