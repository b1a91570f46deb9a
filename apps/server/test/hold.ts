import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Trx } from '../src/db/connection.ts';
import type { TestNode } from './harness.ts';

/** Keeps a transaction and its locks open until released. */
export async function hold(
  { db }: Pick<TestNode, 'db'>,
  lock: (trx: Trx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = db.transaction().execute(async (trx) => {
    await lock(trx);
    locked.resolve();
    await release.promise;
  });
  held.catch(locked.reject);
  await locked.promise;
  return () => {
    release.resolve();
    return held;
  };
}

/** Waits until so many connections wait for a lock. */
export async function whenBlocked({ db }: TestNode, connections = 1): Promise<void> {
  const blocked = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    return rows.length;
  };
  await expect.poll(blocked, { interval: 20 }).toBeGreaterThanOrEqual(connections);
}
