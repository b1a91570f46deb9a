import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { listedIds, storeReports, whenIndexed } from '../../../../test/search.ts';
import { stretchLength } from '../index/queries.ts';

const node = await startService({ NODE_ENV: 'production', DEFAULT_PLAN: 'unlimited' });
const ada = await aPerson(node);
const project = await aProject(ada);
const otherTeam = (await ada.api.post('/api/v1/teams', { name: 'Others' })).body;
const others = await aProject(ada, { team_id: otherTeam.id });

const continueAt = (id: number) => sql`select setval('bug_ids', ${id}, false)`.execute(node.db);

/** Titles of one word: longer and shorter ones, some that go on with digits, many that begin alike, of any script. */
const titles = [
  ...[
    'timeout',
    'timeouts',
    'timeout5000',
    'timeoutö',
    'o',
    'ol',
    '4711',
    '47x',
    'v1',
    'a'.repeat(32),
    'a'.repeat(40),
  ],
  ...[
    'Größe',
    'grün',
    'gr',
    'Привет',
    'приветствие',
    '日本語テスト',
    '日本',
    'ab日本',
    '🐝',
    'ไทย',
    'việt',
    "it's",
    'back\\slash',
  ],
  ...Array.from('abcdefghijkl', (letter) => `create${letter}`),
];
const bugs = new Map<number, string>();

async function store(place: { id: number; team_id: number }, words: string[]): Promise<number[]> {
  const ids = await storeReports(node, place, words);
  for (const [nth, id] of ids.entries()) bugs.set(id, words[nth]?.toLowerCase() as string);
  return ids;
}

/** The newest bugs are searched without the dictionary, so all of them are older than these. */
async function storeAll(): Promise<void> {
  for (const start of [1_000, 2 * stretchLength - 10]) {
    await continueAt(start);
    await store(project, titles);
    await store(others, titles.toReversed());
  }
  await continueAt(3 * stretchLength);
  await store(project, ['newest']);
  await whenIndexed(node);
}
await storeAll();

const wordsOf = (text: string) => text.split(/['\\ ]/);
const expectedIds = (search: string) =>
  [...bugs]
    .filter(([, title]) =>
      wordsOf(search).every((part) => wordsOf(title).some((word) => word.startsWith(part))),
    )
    .map(([id]) => id)
    .sort((a, b) => b - a);

async function expectFound(searches: Iterable<string>): Promise<void> {
  for (const search of searches) {
    expect({ search, ids: await listedIds(ada.api, { search, limit: 200 }) }).toEqual({
      search,
      ids: expectedIds(search),
    });
  }
}

const listed = () => node.db.selectFrom('search_dictionary').selectAll().execute();
const isListed = async (word: string) => (await listed()).some((entry) => entry.word === word);

it('finds all that begins with any part of a word, as the texts have it', async () => {
  const beginnings = titles.flatMap((title) =>
    [1, 3, 7, 33].map((length) => Array.from(title.toLowerCase()).slice(0, length).join('')),
  );
  await expectFound(new Set([...beginnings, 'timeout missing', 'it s', 'slash back', 'back it']));
});

it('finds what comes late into a stretch that others have left', async () => {
  await continueAt(5_000);
  const [id] = await store(project, ['latecomer', 'timeoutlate']);
  await continueAt(3 * stretchLength + 1_000);
  await whenIndexed(node);
  expect(await listedIds(ada.api, { search: 'latecomer' })).toEqual([id]);
  await expectFound(['late', 'timeout', 'timeoutl']);
});

it('forgets words with the last bug that has them, and not before', async () => {
  await continueAt(9_000);
  const [first, second, doomed] = await store(project, ['shared', 'shared', 'vanishing']);
  const erased = await aBug(node, project, { title: 'signed', reporter_email: 'hopper@example.com' });
  bugs.set(erased, 'signed');
  await continueAt(3 * stretchLength + 2_000);
  await whenIndexed(node);
  await expectFound(['shared', 'vanishing']);
  expect(await listedIds(ada.api, { search: 'hopper' })).toEqual([erased]);

  for (const id of [second, doomed] as number[]) {
    await ada.api.delete(`/api/v1/bugs-admin/${id}`);
    bugs.delete(id);
  }
  await ada.api.request('DELETE', `/api/v1/teams/${ada.teamId}/reporters`, {
    body: { email: 'hopper@example.com' },
  });
  await expect.poll(() => isListed('vanishing')).toBe(false);
  await expect.poll(() => isListed('hopper')).toBe(false);
  await expect.poll(async () => (await listed()).filter((entry) => entry.bug_id === null)).toEqual([]);
  expect(await isListed('shared')).toBe(true);
  expect(await listedIds(ada.api, { search: 'shared' })).toEqual([first]);
  await expectFound(['sha', 'signed', 'vanishing', 'hopper', 'timeout']);

  await ada.api.request('DELETE', `/api/v1/teams/${otherTeam.id}`, { body: { slug: otherTeam.slug } });
  await expect
    .poll(async () => (await listed()).filter((entry) => entry.team_id === otherTeam.id))
    .toEqual([]);
});
