import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { rewriteBugs } from '../../../test/rewrite.ts';
import { list, listedIds, storeReports, whenIndexed, withoutIndexing } from '../../../test/search.ts';
import { aLabel } from '../../../test/stored-bugs.ts';

const node = await startService({ NODE_ENV: 'production' });
const { db } = node;
const ada = await aPerson(node);
const otherTeam = (await ada.api.post('/api/v1/teams', { name: 'Others' })).body;
const projects = [
  await aProject(ada),
  await aProject(ada),
  await aProject(ada, { team_id: otherTeam.id }),
] as const;
const label = await aLabel(ada, 'chosen');
const second = await aLabel(ada, 'chosen too');
/** A user of another team whose bugs are interleaved. */
const stranger = await aPerson(node);
const foreign = await aProject(stranger);

const count = 4_000;

/** Words of the nth bug: some in all bugs, some in few, some only in the oldest or newest. */
function wordsOf(nth: number): string[] {
  const words = ['everywhere'];
  if (nth % 3 === 0) words.push('third');
  if (nth % 10 === 0) words.push('tenth');
  if (nth % 400 === 7) words.push('rare');
  if (nth < 1_500) words.push('ancient');
  if (nth >= count - 700 || nth < 600) words.push('burst');
  return words;
}

interface Bug {
  id: number;
  words: string[];
  projectId: number;
  isSpam: boolean;
  labels: number[];
}

async function storeAll(): Promise<Bug[]> {
  const bugs: Bug[] = [];
  for (let start = 0; start < count; start += 100) {
    const nths = Array.from({ length: 100 }, (_, place) => start + place);
    const project = projects[((start / 100) % 3) as 0 | 1 | 2];
    const ids = await storeReports(
      node,
      project,
      nths.map((nth) => wordsOf(nth).join(' ')),
      'Robot',
    );
    await storeReports(node, foreign, ['everywhere rare ancient', 'everywhere third tenth']);
    for (const [place, nth] of nths.entries()) {
      const labels = [...(nth % 50 === 0 ? [label] : []), ...(nth % 20 === 0 ? [second] : [])];
      bugs.push({
        id: ids[place] as number,
        words: wordsOf(nth),
        projectId: project.id,
        isSpam: nth % 20 === 0,
        labels: project.team_id === ada.teamId ? labels : [],
      });
    }
  }
  const idsOf = (chosen: Bug[]) => chosen.map(({ id }) => id);
  const spam = idsOf(bugs.filter(({ isSpam }) => isSpam));
  await rewriteBugs(db, sql`status = 'spam'`, sql`id = any(${spam})`);
  for (const each of [label, second]) {
    const labelled = idsOf(bugs.filter(({ labels }) => labels.includes(each)));
    await sql`
      insert into bug_labels (team_id, bug_id, label_id)
      select team_id, id, ${each} from bugs where id = any(${labelled})`.execute(db);
  }
  await whenIndexed(node);
  return bugs.toReversed();
}

const bugs = await storeAll();

interface Query {
  search?: string;
  project_id?: number | undefined;
  status?: string;
  label_id?: number[];
}

const expectedIds = ({ search = '', project_id, status, label_id = [] }: Query) =>
  bugs
    .filter(({ words }) => search.split(' ').every((part) => words.some((word) => word.startsWith(part))))
    .filter(({ projectId }) => project_id === undefined || projectId === project_id)
    .filter(({ isSpam }) => status === undefined || isSpam === (status === 'spam'))
    .filter(({ labels }) => label_id.every((id) => labels.includes(id)))
    .map(({ id }) => id);

async function exportedIds(search: string): Promise<number[]> {
  const { text } = await ada.api.get(`/api/v1/bugs-admin/export.csv?search=${encodeURIComponent(search)}`);
  return text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number.parseInt(line, 10));
}

const filters: Query[] = [
  {},
  { status: 'spam' },
  { status: 'open' },
  { project_id: projects[1].id },
  { label_id: [label] },
  { label_id: [label, second] },
  { label_id: [label], status: 'spam', project_id: projects[0].id },
];

describe('a reporter of many', () => {
  it.each(filters)('has all of them counted, and listed from any place on: %j', async (filter) => {
    const expected = expectedIds(filter);
    const given = { ...filter, reporter: 'robot' };
    const { body } = await ada.api.post('/api/v1/bugs-admin/counts', { filters: [given] });
    expect(body).toEqual({ counts: [{ total: expected.length }] });
    const before_id = expected[Math.floor(expected.length / 2)] ?? 1;
    for (const place of [{ offset: 10 }, { before_id }]) {
      const { items, total } = await list(ada.api, { ...given, ...place, limit: 20 });
      const from = 'offset' in place ? expected.slice(10) : expected.filter((id) => id < before_id);
      expect({ total, ids: items.map(({ id }) => id) }).toEqual({
        total: expected.length,
        ids: from.slice(0, 20),
      });
    }
  });

  it('has those counted that are not indexed yet', async () => {
    const id = await withoutIndexing(node, async () => {
      const [fresh] = await storeReports(node, projects[0], ['fresh'], 'rOBOT');
      const { items, total } = await list(ada.api, { reporter: 'robot', limit: 1 });
      expect([items[0]?.id, total]).toEqual([fresh, count + 1]);
      return fresh;
    });
    await ada.api.delete(`/api/v1/bugs-admin/${id}`);
  });
});

describe('a search among many', () => {
  const texts = ['everywhere', 'third', 'tenth', 'rare', 'ancient', 'burst', 'none'];
  const pairs = [
    'ever third',
    'tenth rare',
    'third rare',
    'ancient burst',
    'a t e',
    'burst tenth third',
    'none ever',
  ];
  it.each([...texts, ...pairs])('finds the newest with %j, whatever the filters', async (search) => {
    for (const filter of filters) {
      const expected = expectedIds({ search, ...filter });
      const { items, next_cursor, ...totals } = await list(ada.api, {
        search,
        ...filter,
        limit: 20,
        offset: 10,
      });
      expect({ filter, ids: items.map(({ id }) => id), ...totals }).toEqual({
        filter,
        ids: expected.slice(10, 30),
        total: Math.min(expected.length, 1_000),
        ...(expected.length > 1_000 && { total_capped: true }),
        limit: 20,
        offset: 10,
      });
      expect(next_cursor !== null).toBe(expected.length > 30);
    }
  });

  it('goes on where it has stopped counting', async () => {
    const expected = expectedIds({ search: 'third' });
    expect(await listedIds(ada.api, { search: 'third', offset: 1_200, limit: 200 })).toEqual(
      expected.slice(1_200),
    );
    expect(await listedIds(ada.api, { search: 'third', offset: 5_000 })).toEqual([]);
  });

  it('walks through everything in an export', async () => {
    expect(await exportedIds('anci third')).toEqual(expectedIds({ search: 'ancient third' }));
  });

  it('does not find what has been deleted', async () => {
    const [first, second, ...others] = await listedIds(ada.api, { search: 'rare' });
    await ada.api.delete(`/api/v1/bugs-admin/${first}`);
    await ada.api.post('/api/v1/bugs-admin/bulk', { ids: [second], operation: 'delete' });
    expect(await list(ada.api, { search: 'rare' })).toMatchObject({
      items: others.map((id) => ({ id })),
      total: others.length,
    });
  });
});
