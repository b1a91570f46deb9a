import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { whenIndexed } from '../../apps/server/test/search.ts';
import type { Installation } from '../core/installation.ts';

const timeoutMs = 90_000;

/**
 * Waits until events are sequenced, deliveries finished and bugs indexed. Work of a killed process resumes when its lease of half
 * a minute expires. After the timeout the checks report what is unfinished.
 */
export async function settle({ postgres: { db } }: Installation): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  const isDone = async () => {
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from webhook_deliveries where status = 'pending')
        or exists (select from outbox) as left`.execute(db);
    return rows[0]?.left === false;
  };
  while (!(await isDone().catch(() => false)) && Date.now() < giveUpAt) await sleep(200);
  await Promise.race([whenIndexed({ db }), sleep(Math.max(1_000, giveUpAt - Date.now()))]);
}
