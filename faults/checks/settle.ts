import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { whenIndexed } from '../../apps/server/test/search.ts';
import type { Installation } from '../core/installation.ts';

const patienceMs = 90_000;

/**
 * Waits until everything that follows a report is done: events dispatched, deliveries finished, words indexed. What a process
 * had in hand when it was killed is begun anew when its lease of half a minute is over. Whatever is not done in time, the
 * checks will name.
 */
export async function settle({ postgres: { db } }: Installation): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  const isDone = async () => {
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from webhook_deliveries where status = 'pending')
        or exists (select from outbox) as left`.execute(db);
    return rows[0]?.left === false;
  };
  while (!(await isDone().catch(() => false)) && Date.now() < giveUpAt) await sleep(200);
  await Promise.race([whenIndexed({ db }), sleep(Math.max(1_000, giveUpAt - Date.now()))]);
}
