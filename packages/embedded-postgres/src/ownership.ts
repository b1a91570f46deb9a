import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type AdvisoryLock, takeAdvisoryLock } from './advisory-lock.ts';
import { bringUp, patience } from './bring-up.ts';
import { DataDirectoryInUseError } from './errors.ts';
import { errorCode } from './failures.ts';
import type { Server } from './launch.ts';
import type { Layout } from './layout.ts';
import { type Postmaster, shutDown } from './postmaster.ts';

/** A running server together with the proof that this process is the one that serves from it. */
export interface Ownership {
  postmaster: Postmaster;
  lock: AdvisoryLock;
}

/** When the server cuts all connections, the service that had the lock shall be the first to come back. */
export const incumbentPause = 50;
const newcomerPause = 1000;

/**
 * Whoever gets the lock owns the server, even if another process started it:
 * that is how an orphan is adopted and how one of two simultaneous starts wins.
 */
export async function takeServer(server: Server, pause = newcomerPause): Promise<Ownership> {
  const giveUpAt = Date.now() + patience;
  for (;;) {
    const postmaster = await bringUp(server);
    try {
      return await takeOver(postmaster, server.layout);
    } catch (error) {
      if (!isPassing(error) || Date.now() > giveUpAt) throw error;
    }
    await sleep(pause);
  }
}

async function takeOver(postmaster: Postmaster, { dataDir, name, words }: Layout): Promise<Ownership> {
  const lock = await takeAdvisoryLock(postmaster.socketDir, name);
  if (!lock) throw new DataDirectoryInUseError(dataDir, words);
  try {
    await ensureDatabase(lock.client, name);
    return { postmaster, lock };
  } catch (error) {
    if (!isPassing(error)) await shutDown(postmaster);
    await lock.release();
    throw error;
  }
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
}

/** A server that is going down or coming up cuts connections; anything it says in words is final. */
function isPassing(error: unknown): boolean {
  if (error instanceof DataDirectoryInUseError) return false;
  const code = errorCode(error);
  return code === undefined || /^(E[A-Z]+|57P0.|08...|53300)$/.test(code);
}

export async function letGo(ownership: Ownership | null): Promise<void> {
  if (!ownership) return;
  await shutDown(ownership.postmaster);
  await ownership.lock.release();
}
