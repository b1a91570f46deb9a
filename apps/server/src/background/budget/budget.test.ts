import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { list, storeReports, whenIndexed } from '../../../test/search.ts';

const node = await startService({ DEFAULT_PLAN: 'unlimited' });
const { db } = node;

/** Runs the work while other processes seem to store very many reports. */
async function inAFlood(act: () => Promise<void>): Promise<void> {
  let isOver = false;
  async function takeIds(): Promise<void> {
    while (!isOver) {
      await sql`select count(nextval('bug_ids')) from generate_series(1, 1000)`.execute(db);
      await sleep(20);
    }
  }
  const taking = takeIds();
  try {
    await act();
  } finally {
    isOver = true;
    await taking;
  }
}

async function msAtWork(): Promise<number> {
  const turns = await db.selectFrom('background_turns').select('ms_at_work').executeTakeFirst();
  return turns?.ms_at_work ?? 0;
}

it('indexes, counts and exports everything while very many reports come in, after a turn that never ended', async () => {
  const ada = await aPerson(node);
  const project = await aProject(ada);
  // As it is left by somebody whose clock was ahead.
  await sql`insert into background_turns (free_at) values (now() + interval '1 hour')`.execute(db);
  let stored = 0;
  const store = async (count: number) => {
    const titles = Array.from({ length: count }, (_, nth) => `Flood ${nth}`);
    stored += (await storeReports(node, project, titles)).length;
  };
  await inAFlood(async () => {
    await expect
      .poll(async () => {
        await store(1);
        return msAtWork();
      })
      .toBeGreaterThan(0);
    await store(450);
    await whenIndexed(node);
    const { text, status } = await ada.api.get('/api/v1/bugs-admin/export.csv?search=flood');
    expect(status).toBe(200);
    expect(text.trim().split('\n')).toHaveLength(stored + 1);
  });
  expect(await list(ada.api, { search: 'flood', limit: 1 })).toMatchObject({ total: stored });
  expect(await list(ada.api, { limit: 1 })).toMatchObject({ total: stored });
  // Counts are right before they are folded, too.
  await expect.poll(() => db.selectFrom('bug_deltas').select('n').execute()).toEqual([]);
  expect(await list(ada.api, { limit: 1 })).toMatchObject({ total: stored });
});
