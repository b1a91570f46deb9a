import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type AdvisoryLock, takeAdvisoryLock } from './advisory-lock.ts';
import { bringUp, startTimeoutMs } from './bring-up.ts';
import { DataDirectoryInUseError, EmbeddedPostgresError } from './errors.ts';
import { errorCode, messageOf } from './failures.ts';
import type { ServerParts } from './launch.ts';
import type { Layout } from './layout.ts';
import { type Postmaster, shutDown } from './postmaster.ts';

/** A running server, together with the lock that proves that this process owns it. */
export interface Ownership {
  postmaster: Postmaster;
  lock: AdvisoryLock;
  /** As the server says it of itself: 180004 for PostgreSQL 18.4. */
  version: number;
}

/** Pauses between attempts. When the server cuts all connections, the service that had the lock is to get it again first. */
export const incumbentPause = 50;
const newcomerPause = 1000;

/**
 * Brings the server up and takes its lock. Whoever gets the lock owns the server, even if another process started it: that is
 * how an orphan is adopted, and how one of two simultaneous starts wins.
 */
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

async function takeOver(postmaster: Postmaster, layout: Layout): Promise<Ownership> {
  const { dataDir, name, words } = layout;
  const lock = await takeAdvisoryLock(postmaster.socketDir, name).catch(explainOtherName(layout));
  if (!lock) throw new DataDirectoryInUseError(dataDir, words);
  try {
    await ensureDatabase(lock.client, name);
    return { postmaster, lock, version: await askForVersion(lock.client) };
  } catch (error) {
    if (!isTransient(error)) await shutDown(postmaster);
    await lock.release();
    throw error;
  }
}

/** Explains PostgreSQL's error that there is no such role: the superuser has the name under which the cluster was made. */
function explainOtherName({ clusterDir, name, words }: Layout) {
  return (error: unknown): never => {
    if (!/^role .* does not exist$/.test(messageOf(error))) throw error;
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} was made under another name than ${name}. ` +
        `Use that name again, or set ${words.dataDirSetting} to another folder.`,
    );
  };
}

async function askForVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query('show server_version_num');
  return Number(rows[0]?.server_version_num);
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
}

/** Whether the error will pass: a server that is going down or coming up cuts connections. Every other error is final. */
function isTransient(error: unknown): boolean {
  if (error instanceof EmbeddedPostgresError) return false;
  const code = errorCode(error);
  return code === undefined || /^(E[A-Z]+|57P0.|08...|53300)$/.test(code);
}

export async function letGo(ownership: Ownership | null): Promise<void> {
  if (!ownership) return;
  await shutDown(ownership.postmaster);
  await ownership.lock.release();
}
