import { describe, expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject, type Person } from '../../../test/builders.ts';
import type { Answer } from '../../../test/client.ts';
import { startService } from '../../../test/harness.ts';
import {
  bees,
  countStatuses,
  expectNoContent,
  expectNotFound,
  expectRefused,
  notIds,
  timestamp,
  unknownId,
} from '../../../test/samples.ts';

const node = await startService();
const ada = await aPerson(node, { name: 'Ada' });
const grace = await aColleague(node, ada);
const stranger = await aPerson(node);
const project = await aProject(ada);
/** A bug without comments. */
const quiet = await aBug(node, project);

const bugPath = (id: unknown) => `/api/v1/bugs-admin/${id}`;
const path = (bugId: unknown) => `${bugPath(bugId)}/comments`;
const comment = (bugId: unknown, body: unknown, by: Person = ada) => by.api.post(path(bugId), { body });
const list = async (bugId: number, query = '') => (await ada.api.get(path(bugId) + query)).body;
const bugOf = async (id: number) => (await ada.api.get(bugPath(id))).body;
const activityOf = async (id: number) => (await ada.api.get(`${bugPath(id)}/activity`)).body.items.slice(1);

describe('commenting', () => {
  it('answers the comment, which is on the bug from then on', async () => {
    const bugId = await aBug(node, project);
    const answer = await comment(bugId, 'I see it too.');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      bug_id: bugId,
      author: { id: ada.id, name: 'Ada', email: ada.email },
      body: 'I see it too.',
      via: 'dashboard',
      created_at: timestamp,
      edited_at: null,
      images: [],
    });
    expect(await list(bugId)).toEqual({ items: [answer.body], total: 1, limit: 50, offset: 0 });
  });

  it('counts on the bug, touches it, and is noted', async () => {
    const bugId = await aBug(node, project);
    const before = await bugOf(bugId);
    const { id } = (await comment(bugId, 'x')).body;
    const after = await bugOf(bugId);
    expect(after).toEqual({ ...before, comment_count: 1, revision: 2, updated_at: timestamp });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(await activityOf(bugId)).toEqual([
      expect.objectContaining({ kind: 'commented', via: 'dashboard', changes: { comment: { id } } }),
    ]);
  });

  it('takes nothing but the text from the body', async () => {
    const bugId = await aBug(node, project);
    const more = { id: 1, bug_id: 1, author_id: grace.id, via: 'mcp', edited_at: '2001-01-01T00:00:00.000Z' };
    const { body } = await ada.api.post(path(bugId), { body: 'x', ...more });
    expect(body).toMatchObject({ bug_id: bugId, author: { id: ada.id }, via: 'dashboard', edited_at: null });
  });

  it.each(['x', ' not trimmed\r\n', '<script>alert(1)</script>', "'; drop table comments", bees(10_000)])(
    'stores %j as it was sent',
    async (body) => {
      const answer = await comment(await aBug(node, project), body);
      expect(answer.status).toBe(201);
      expect(answer.body.body).toBe(body);
    },
  );

  it.each([
    ['missing', undefined],
    ['null', null],
    ['a number', 5],
    ['a list', ['x']],
    ['empty', ''],
    ['blank', ' \t\n\u00a0\u3000'],
    ['10,001 letters', 'x'.repeat(10_001)],
    ['10,001 emoji', bees(10_001)],
    ['with a NUL character', 'a\0b'],
    ['with half a character', 'a\ud800b'],
  ])('refuses a text that is %s', async (_what, body) => {
    expectRefused(await comment(quiet, body), 'body');
    expect((await list(quiet)).total).toBe(0);
    expect(await activityOf(quiet)).toEqual([]);
  });

  it('loses none of many that come at the same time', async () => {
    const bugId = await aBug(node, project);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => comment(bugId, `Comment ${nth}`, nth % 2 ? ada : grace)),
    );
    expect(countStatuses(answers)).toEqual({ 201: 20 });
    expect((await bugOf(bugId)).comment_count).toBe(20);
    const { items, total } = await list(bugId);
    expect(total).toBe(20);
    expect(new Set(items.map(({ body }: Answer) => body)).size).toBe(20);
  });
});

describe('listing', () => {
  it('shows the oldest first, a page at a time', async () => {
    const bugId = await aBug(node, project);
    const created = [];
    for (const body of ['one', 'two', 'three']) created.push((await comment(bugId, body)).body);
    await comment(await aBug(node, project), 'on another bug');
    expect(await list(bugId)).toEqual({ items: created, total: 3, limit: 50, offset: 0 });
    const [, second, third] = created;
    expect(await list(bugId, '?limit=1&offset=1')).toEqual({
      items: [second],
      total: 3,
      limit: 1,
      offset: 1,
    });
    expect((await list(bugId, '?limit=200&offset=2')).items).toEqual([third]);
    expect(await list(bugId, '?offset=3')).toEqual({ items: [], total: 3, limit: 50, offset: 3 });
  });

  it.each([
    ['limit', '0'],
    ['limit', '201'],
    ['limit', '-1'],
    ['limit', 'x'],
    ['limit', '1.5'],
    ['limit', ''],
    ['offset', '-1'],
    ['offset', 'x'],
    ['offset', '9007199254740993'],
  ])('refuses the %s %j', async (field, value) => {
    expectRefused(await ada.api.get(`${path(quiet)}?${field}=${value}`), field);
  });

  it("shows what the author's name has become", async () => {
    const renamed = await aColleague(node, ada);
    const bugId = await aBug(node, project);
    await comment(bugId, 'x', renamed);
    await renamed.api.patch('/api/v1/me', { name: 'Rear Admiral' });
    expect((await list(bugId)).items).toMatchObject([{ author: { id: renamed.id, name: 'Rear Admiral' } }]);
  });

  it('keeps what somebody wrote who has left the team, and can change it no more', async () => {
    const leaver = await aColleague(node, ada);
    const bugId = await aBug(node, project);
    const { body } = await comment(bugId, 'Good bye', leaver);
    expectNoContent(await ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${leaver.id}`));
    expect(await list(bugId)).toMatchObject({ items: [body], total: 1 });
    expectNotFound(await leaver.api.patch(`${path(bugId)}/${body.id}`, { body: 'Hello' }));
    expectNotFound(await leaver.api.delete(`${path(bugId)}/${body.id}`));
  });
});

describe('what is not there', () => {
  it("is somebody else's bug", async () => {
    expectNotFound(await stranger.api.get(path(quiet)));
    expectNotFound(await comment(quiet, 'Mine', stranger));
    expect((await list(quiet)).total).toBe(0);
  });

  it.each([...notIds, unknownId])('is the bug %s', async (none) => {
    expectNotFound(await ada.api.get(path(none)));
    expectNotFound(await comment(none, 'x'));
  });

  it('is a bug that has been deleted, also while it is commented on', async () => {
    for (let round = 0; round < 5; round++) {
      const bugId = await aBug(node, project);
      const [deletion, ...answers] = await Promise.all([
        ada.api.delete(bugPath(bugId)),
        ...Array.from({ length: 4 }, () => comment(bugId, 'x')),
      ]);
      expectNoContent(deletion);
      for (const answer of answers) if (answer.status !== 201) expectNotFound(answer);
      expectNotFound(await ada.api.get(path(bugId)));
    }
    const { db } = node;
    const orphans = db.selectFrom('comments').where('bug_id', 'not in', db.selectFrom('bugs').select('id'));
    expect(await orphans.select('id').execute()).toEqual([]);
  });
});
