import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { socketUrl } from './socket-url.ts';

/** A session-level advisory lock. It is held for as long as its connection lives, so it ends with its process, however. */
export interface AdvisoryLock {
  client: pg.Client;
  /** Settles when the connection is gone, for whatever reason. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/**
 * The lock's key, which is the same for every owner and every version, so that all who start on a data directory compete for
 * it. Advisory locks belong to a database, and this one is taken in `postgres`, so it meets none of the service's own.
 */
const lockKey = [0x534b4550, 1];
/** How long to try for the lock, because the session of a service that was killed a moment ago may still be closing. */
const lockTimeoutMs = 2_000;

/** Takes the lock; null when another service holds it. Throws when the server does not let us connect. */
export async function takeAdvisoryLock(socketDir: string, name: string): Promise<AdvisoryLock | null> {
  const lock = await openLockSession(socketDir, name);
  try {
    if (await tryFor(lockTimeoutMs, () => obtained(lock.client))) return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
  await lock.release();
  return null;
}

async function openLockSession(socketDir: string, name: string): Promise<AdvisoryLock> {
  const client = new pg.Client({
    connectionString: socketUrl(socketDir, name, 'postgres'),
    application_name: `${name} service lock`,
    connectionTimeoutMillis: 10_000,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve()).on('end', () => resolve());
  });
  await client.connect();
  return { client, lost, release: () => client.end().catch(() => {}) };
}

async function obtained(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as held', lockKey);
  return rows[0]?.held === true;
}

async function tryFor(milliseconds: number, attempt: () => Promise<boolean>): Promise<boolean> {
  const giveUpAt = performance.now() + milliseconds;
  do {
    if (await attempt()) return true;
    await sleep(100);
  } while (performance.now() < giveUpAt);
  return false;
}
