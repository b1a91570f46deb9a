import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aBug, anAssistant, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { list, listedIds, storeReports, whenIndexed, withoutIndexing } from '../../../../test/search.ts';
import { insertWords } from './queries.ts';

const node = await startService({ NODE_ENV: 'production', DEFAULT_PLAN: 'unlimited' });
const { db } = node;
const path = '/api/v1/bugs-admin';
const isIndexing = { indexing: true };

const titles = (count: number) => Array.from({ length: count }, (_, nth) => `Flood ${nth}`);

async function notIndexed(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from bugs where not exists (select from bug_search where bug_id = bugs.id)`.execute(db);
  return rows[0]?.count ?? 0;
}

it('answers from what is indexed while much is not, says so, and leaves neighbours alone', async () => {
  const [ada, bob] = [await aPerson(node), await aPerson(node)];
  const project = await aProject(ada);
  const assistant = await anAssistant(node, ada);
  const reporter_email = 'grace@example.com';
  const known = await aBug(node, project, { title: 'Flood gate is stuck', reporter_email });
  await whenIndexed(node);
  await withoutIndexing(node, async () => {
    const flood = await storeReports(node, project, titles(10_500), reporter_email);
    const theirs = await aBug(node, await aProject(bob), { title: 'Flooded cellar' });

    const found = await list(ada.api, { search: 'flood' });
    expect(found).toMatchObject({ items: [{ id: known }], total: 1, ...isIndexing });
    const byReporter = await list(ada.api, { reporter: reporter_email, status: 'open' });
    expect(byReporter).toMatchObject({ items: [{ id: known }], total: 1, ...isIndexing });
    const filters = [{ search: 'flood' }, { reporter: reporter_email }, {}];
    expect((await ada.api.post(`${path}/counts`, { filters })).body.counts).toEqual([
      { total: 1, ...isIndexing },
      { total: 1, ...isIndexing },
      { total: 10_501 },
    ]);
    expect((await ada.api.get(`${path}/${known}/similar`)).body).toMatchObject(isIndexing);
    expect((await assistant.api.get('/api/v1/mcp/bugs?search=flood')).body).toMatchObject(isIndexing);
    expect(await list(ada.api, { limit: 1 })).not.toHaveProperty('indexing');

    // What would reach only a part of what is meant is not done.
    const refused = [
      await ada.api.post(`${path}/bulk`, {
        filter: { search: 'flood' },
        expected_total: 1,
        operation: 'mark_spam',
      }),
      await ada.api.get(`${path}/export.csv?search=flood`),
      await ada.api.request('DELETE', `/api/v1/teams/${ada.teamId}/reporters`, {
        body: { email: reporter_email },
      }),
    ];
    for (const { status, headers, body } of refused) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('30');
      expect(body.detail).toMatch(/^Newer reports are still being indexed/);
    }

    expect(await list(bob.api, { search: 'flooded' })).toMatchObject({ items: [{ id: theirs }], total: 1 });
    expect(await list(bob.api, { search: 'flooded' })).not.toHaveProperty('indexing');
    expect((await bob.api.get(`${path}/export.csv?search=flooded`)).status).toBe(200);

    // As a process leaves it that is killed after it has written words, and before the cursor moves.
    await insertWords(db, flood.slice(0, 5));
  });
  await whenIndexed(node);
  expect(await notIndexed()).toBe(0);
  const all = await list(ada.api, { search: 'flood' });
  expect(all).toMatchObject({ total: 1_000, total_capped: true });
  expect(all).not.toHaveProperty('indexing');
});

it('indexes what comes with and after a report whose words the database refuses', async () => {
  const ada = await aPerson(node);
  const project = await aProject(ada);
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.words::text like '%venom%' then raise exception 'too long' using errcode = '54000'; end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger refused before insert on bug_search for each row execute function refuse()`.execute(
    db,
  );
  const before = await storeReports(node, project, ['Snake one', 'Snake two', 'Snake venom', 'Snake three']);
  const after = await storeReports(node, project, ['Snake four']);
  await whenIndexed(node);
  expect(await notIndexed()).toBe(0);
  const poisoned = before[2] as number;
  const others = [...before, ...after].filter((id) => id !== poisoned).toReversed();
  expect(await listedIds(ada.api, { search: 'snake' })).toEqual(others);
  const lines = node.logs.filter(({ msg }) => msg === 'the words of a report cannot be indexed');
  expect(lines).toMatchObject([{ bug_id: poisoned }]);
});
