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

/** Pauses between attempts. When the server cuts all connections, the service that had the lock is to get it again first. */
const incumbentPause = 50;
const newcomerPause = 1000;

/** Whoever gets the lock owns the server: so an orphan is adopted, and so one of two simultaneous starts wins. */
export async function takeServer(server: ServerParts, pause = newcomerPause): Promise<Ownership> {
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

/** Whether the error will pass: a server that is going down or coming up cuts connections. Every other error is final. */
function isTransient(error: unknown): boolean {
  if (error instanceof EmbeddedPostgresError) return false;
  const code = errorCode(error);
  return code === undefined || /^(E[A-Z]+|57P0.|08...|53300)$/.test(code);
}

async function letGo(ownership: Ownership | null): Promise<void> {
  if (!ownership) return;
  await shutDown(ownership.postmaster);
  await ownership.lock.release();
}

/** A session-level advisory lock. It is held for as long as its connection lives, so it ends with its process, however. */
interface AdvisoryLock {
  client: pg.Client;
  lost: Promise<void>;
  release(): Promise<void>;
}

/** All versions compete for it. It is taken in the database `postgres`, so it meets none of the service's own. */
const lockKey = [0x534b4550, 1];
/** How long to try for the lock, because the session of a service that was killed a moment ago may still be closing. */
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

const firstPause = 250;
const longestPause = 30_000;

export function supervise(server: ServerParts, first: Ownership, onProblem: (message: string) => void) {
  const stopping = new AbortController();
  let ownership: Ownership | null = first;
  let { socketDir } = first.postmaster;

  const watch = async (): Promise<void> => {
    while (ownership && !stopping.signal.aborted) {
      await ownership.lock.lost;
      if (stopping.signal.aborted) return;
      onProblem('The embedded PostgreSQL went away unexpectedly; bringing it back.');
      ownership = null;
      ownership = await takeServerAgain(server, stopping.signal, onProblem);
      socketDir = ownership?.postmaster.socketDir ?? socketDir;
    }
  };
  const watching = watch();

  const end = async (): Promise<void> => {
    stopping.abort();
    await letGo(ownership);
    await watching;
    // A recovery that was under way may have succeeded in the meantime.
    await letGo(ownership);
  };
  let ended: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    ended ??= end();
    return ended;
  };
  return { socketDir: () => socketDir, stop };
}

async function takeServerAgain(
  server: ServerParts,
  stopping: AbortSignal,
  onProblem: (message: string) => void,
): Promise<Ownership | null> {
  for (let pause = firstPause; !stopping.aborted; pause = Math.min(pause * 2, longestPause)) {
    try {
      const ownership = await takeServer(server, incumbentPause);
      onProblem('The embedded PostgreSQL is back.');
      return ownership;
    } catch (error) {
      onProblem(`The embedded PostgreSQL could not be brought back; trying again. ${messageOf(error)}`);
    }
    await sleep(pause, undefined, { signal: stopping }).catch(() => {});
  }
  return null;
}
