import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { socketUrl } from './connection.ts';

/** Held for as long as its connection lives, so it ends with the process that took it, however that ends. */
export interface ServiceLock {
  client: pg.Client;
  /** Settles when the connection is gone, for whatever reason. */
  lost: Promise<void>;
  release(): Promise<void>;
}

const lockKey = [0x534b4550, 1];
// The session of a service killed a moment ago may still be closing.
const patience = 2000;

/** Null when another service holds the lock. Throws when the server does not talk to us. */
export async function takeServiceLock(socketDir: string): Promise<ServiceLock | null> {
  const lock = await openLock(socketDir);
  try {
    if (await tryFor(patience, () => obtained(lock.client))) return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
  await lock.release();
  return null;
}

async function openLock(socketDir: string): Promise<ServiceLock> {
  const client = new pg.Client({
    connectionString: socketUrl(socketDir, 'postgres'),
    application_name: 'skep service lock',
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
  const giveUpAt = Date.now() + milliseconds;
  do {
    if (await attempt()) return true;
    await sleep(100);
  } while (Date.now() < giveUpAt);
  return false;
}
