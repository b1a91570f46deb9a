import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { superuser } from './cluster.ts';
import { DataDirInUseError, errorCode, reasonOf } from './errors.ts';
import { type ServiceLock, takeServiceLock } from './lock.ts';
import { type Postmaster, shutDown } from './postmaster.ts';
import { bringUp, patience, type Server } from './server.ts';

/** A running server together with the proof that this process is the one that serves from it. */
export interface Holding {
  postmaster: Postmaster;
  lock: ServiceLock;
}

const longestPause = 30_000;
// When the server cuts all connections, the service that had the lock shall be the first to come back.
const incumbentPause = 50;
const newcomerPause = 1000;

/**
 * Whoever gets the lock owns the server, even if another process started it:
 * that is how an orphan is adopted and how one of two simultaneous starts wins.
 */
export async function takeServer(server: Server, pause = newcomerPause): Promise<Holding> {
  const giveUpAt = Date.now() + patience;
  for (;;) {
    const postmaster = await bringUp(server);
    try {
      return await takeOver(postmaster, server.place.dataDir);
    } catch (error) {
      if (!isPassing(error) || Date.now() > giveUpAt) throw error;
    }
    await sleep(pause);
  }
}

async function takeOver(postmaster: Postmaster, dataDir: string): Promise<Holding> {
  const lock = await takeServiceLock(postmaster.socketDir);
  if (!lock) throw new DataDirInUseError(dataDir);
  try {
    await ensureDatabase(lock.client);
    return { postmaster, lock };
  } catch (error) {
    if (!isPassing(error)) await shutDown(postmaster);
    await lock.release();
    throw error;
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [superuser]);
  if (rowCount === 0) await client.query(`create database ${superuser}`);
}

/** A server that is going down or coming up cuts connections; anything it says in words is final. */
function isPassing(error: unknown): boolean {
  if (error instanceof DataDirInUseError) return false;
  const code = errorCode(error);
  return code === undefined || /^(E[A-Z]+|57P0.|08...|53300)$/.test(code);
}

export interface Service {
  socketDir(): string;
  stop(): Promise<void>;
}

/** Keeps the server running and the lock held until told to stop. */
export function keepRunning(server: Server, first: Holding, onProblem: (message: string) => void): Service {
  const stopping = new AbortController();
  let holding: Holding | null = first;
  let { socketDir } = first.postmaster;

  const watch = async (): Promise<void> => {
    while (holding && !stopping.signal.aborted) {
      await holding.lock.lost;
      if (stopping.signal.aborted) return;
      onProblem('The embedded PostgreSQL went away unexpectedly; bringing it back.');
      holding = null;
      holding = await takeServerAgain(server, stopping.signal, onProblem);
      socketDir = holding?.postmaster.socketDir ?? socketDir;
    }
  };
  const watching = watch();

  const end = async (): Promise<void> => {
    stopping.abort();
    await letGo(holding);
    await watching;
    // A recovery that was under way may have succeeded in the meantime.
    await letGo(holding);
  };
  let ended: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    ended ??= end();
    return ended;
  };
  return { socketDir: () => socketDir, stop };
}

async function letGo(holding: Holding | null): Promise<void> {
  if (!holding) return;
  await shutDown(holding.postmaster);
  await holding.lock.release();
}

async function takeServerAgain(
  server: Server,
  stopping: AbortSignal,
  onProblem: (message: string) => void,
): Promise<Holding | null> {
  for (let pause = 250; !stopping.aborted; pause = Math.min(pause * 2, longestPause)) {
    try {
      const holding = await takeServer(server, incumbentPause);
      onProblem('The embedded PostgreSQL is back.');
      return holding;
    } catch (error) {
      onProblem(`The embedded PostgreSQL could not be brought back; trying again. ${reasonOf(error)}`);
    }
    await sleep(pause, undefined, { signal: stopping }).catch(() => {});
  }
  return null;
}
