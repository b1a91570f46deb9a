import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anAssistant, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { rewriteBugs } from '../../../../test/rewrite.ts';
import { expectRefused } from '../../../../test/samples.ts';
import { list, listedIds, storeReports, whenIndexed } from '../../../../test/search.ts';

const node = await startService({ NODE_ENV: 'production' });
const ada = await aPerson(node);
const projects = [
  await aProject(ada),
  await aProject(ada, { team_id: (await ada.api.post('/api/v1/teams', { name: 'Second' })).body.id }),
] as const;
const path = '/api/v1/bugs-admin';
const severities = ['low', 'medium', 'high', 'critical'];

interface Bug {
  id: number;
  updated: number;
  severity: number;
  status: string;
}

/** In two teams, with equal times and severities among them. */
async function storeAll(): Promise<Bug[]> {
  const bugs: Bug[] = [];
  for (let nth = 0; nth < 30; nth++) {
    const [id] = (await storeReports(node, projects[nth % 2 === 0 ? 0 : 1], ['word'])) as [number];
    const bug = { id, updated: (nth * 7) % 10, severity: (nth * 5) % 4, status: nth % 3 ? 'open' : 'closed' };
    await rewriteBugs(
      node.db,
      sql`severity = ${severities[bug.severity]}, status = ${bug.status},
        updated_at = now()::timestamptz(3) - make_interval(hours => ${bug.updated}::integer)`,
      sql`id = ${id}`,
    );
    bugs.push(bug);
  }
  // The statements above ran at different times.
  await sql`update bugs set updated_at = date_trunc('hour', updated_at)`.execute(node.db);
  await whenIndexed(node);
  return bugs;
}

const bugs = await storeAll();

const orders: Record<string, (one: Bug, other: Bug) => number> = {
  newest: (one, other) => other.id - one.id,
  oldest: (one, other) => one.id - other.id,
  updated: (one, other) => one.updated - other.updated || other.id - one.id,
  severity: (one, other) => other.severity - one.severity || other.id - one.id,
};

const idsBy = (sort: string, status?: string) =>
  bugs
    .filter((bug) => status === undefined || bug.status === status)
    .toSorted(orders[sort])
    .map(({ id }) => id);

async function allPages(query: Record<string, unknown>): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list(ada.api, { ...query, limit: 7, ...(cursor && { cursor }) });
    expect(page.total).toBe(query.status ? 20 : 30);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return ids;
}

describe.each(Object.keys(orders))('bugs sorted by %s', (sort) => {
  it('are in this order, whatever the page', async () => {
    expect(await listedIds(ada.api, { sort })).toEqual(idsBy(sort));
    expect(await listedIds(ada.api, { sort, offset: 5, limit: 5 })).toEqual(idsBy(sort).slice(5, 10));
    expect(await allPages({ sort })).toEqual(idsBy(sort));
    expect(await allPages({ sort, status: 'open' })).toEqual(idsBy(sort, 'open'));
    expect(await allPages({ sort, search: 'wor' })).toEqual(idsBy(sort));
  });

  it('go on from an offset by a cursor', async () => {
    const { next_cursor } = await list(ada.api, { sort, offset: 3, limit: 4 });
    expect(await listedIds(ada.api, { sort, cursor: next_cursor, limit: 200 })).toEqual(idsBy(sort).slice(7));
  });

  it('are exported and shown to assistants in this order', async () => {
    const { text } = await ada.api.get(`${path}/export.csv?sort=${sort}`);
    const lines = text.split('\r\n').slice(1, -1);
    expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(idsBy(sort));
    const assistant = await anAssistant(node, ada);
    const { body } = await assistant.api.get(`/api/v1/mcp/bugs?sort=${sort}`);
    expect(body.items.map(({ id }: Bug) => id)).toEqual(idsBy(sort));
  });
});

describe('a cursor', async () => {
  const { next_cursor } = await list(ada.api, { sort: 'updated', status: ['open', 'closed'], limit: 5 });
  const given = `${path}?cursor=${next_cursor}`;

  it('goes on although a bug was reported meanwhile', async () => {
    const rest = await listedIds(ada.api, { limit: 200, sort: 'severity', status: 'open' });
    const first = await list(ada.api, { limit: 3, sort: 'severity', status: 'open' });
    const [id] = await storeReports(node, projects[0], ['meanwhile']);
    await rewriteBugs(node.db, sql`severity = 'critical'`, sql`id = ${id}`);
    const after = { sort: 'severity', status: 'open', cursor: first.next_cursor, limit: 200 };
    expect(await listedIds(ada.api, after)).toEqual(rest.slice(3));
    await ada.api.delete(`${path}/${id}`);
  });

  it('takes the same filters in another order', async () => {
    const answer = await ada.api.get(`${given}&sort=updated&status=closed&status=open`);
    expect(answer.status).toBe(200);
  });

  it.each([
    '',
    '&sort=severity&status=open&status=closed',
    '&sort=updated',
    '&sort=updated&status=open&status=closed&severity=low',
    '&sort=updated&status=open&status=closed&offset=0',
    '&sort=updated&status=open&status=closed&before_id=5',
  ])('belongs to its list: %s', async (query) => {
    expectRefused(await ada.api.get(`${given}${query}`), 'cursor');
  });

  it.each(['', 'x', 'bnVsbA', Buffer.from('[1,2,3]').toString('base64url')])('is not %j', async (cursor) => {
    expectRefused(await ada.api.get(`${path}?cursor=${cursor}`), 'cursor');
  });
});

it('refuses other orders, and ids where they do not tell the place', async () => {
  expectRefused(await ada.api.get(`${path}?sort=oldest-first`), 'sort');
  expectRefused(await ada.api.get(`${path}?sort=updated&before_id=5`), 'before_id');
});

it('keeps the order of a view', async () => {
  const views = `/api/v1/teams/${ada.teamId}/saved-views`;
  const { status, body } = await ada.api.post(views, { name: 'Worst', filters: { sort: 'severity' } });
  expect([status, body.filters]).toEqual([201, { sort: 'severity' }]);
  expectRefused(await ada.api.post(views, { name: 'Best', filters: { sort: 'best' } }), 'filters.sort');
});
