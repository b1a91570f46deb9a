import { describe, expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject, type Person } from '../../../test/builders.ts';
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
const ada = await aPerson(node);
const grace = await aColleague(node, ada);
const stranger = await aPerson(node);
const project = await aProject(ada);

const bugPath = (id: unknown) => `/api/v1/bugs-admin/${id}`;
const path = (bugId: unknown) => `${bugPath(bugId)}/comments`;
const list = async (bugId: number) => (await ada.api.get(path(bugId))).body;
const bugOf = async (id: number) => (await ada.api.get(bugPath(id))).body;
const activityOf = async (id: number) => (await ada.api.get(`${bugPath(id)}/activity`)).body.items.slice(1);

/** A comment by Ada, on a new bug unless one is given. */
async function aComment(on?: number) {
  const bugId = on ?? (await aBug(node, project));
  const { id } = (await ada.api.post(path(bugId), { body: 'I see it too.' })).body;
  return { bugId, id, url: `${path(bugId)}/${id}` };
}

describe('editing', () => {
  it('changes the text, says when, and is noted', async () => {
    const { bugId, id, url } = await aComment();
    const [before, bug] = [(await list(bugId)).items[0], await bugOf(bugId)];
    const answer = await ada.api.patch(url, { body: 'On second thought' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, body: 'On second thought', edited_at: timestamp });
    expect((await list(bugId)).items).toEqual([answer.body]);
    expect((await activityOf(bugId)).slice(1)).toEqual([
      expect.objectContaining({ kind: 'comment_edited', changes: { comment: { id } } }),
    ]);
    expect(await bugOf(bugId)).toEqual(bug);
  });

  it('changes nothing when the text is the same', async () => {
    const { bugId, url } = await aComment();
    const before = (await list(bugId)).items[0];
    const answer = await ada.api.patch(url, { body: before.body });
    expect([answer.status, answer.body]).toEqual([200, before]);
    expect(await activityOf(bugId)).toHaveLength(1);
  });

  it('refuses what a new comment could not be', async () => {
    const { bugId, url } = await aComment();
    for (const body of [undefined, null, 5, '', ' \n', bees(10_001), 'a\0b', 'a\ud800b'])
      expectRefused(await ada.api.patch(url, { body }), 'body');
    expect((await list(bugId)).items).toMatchObject([{ body: 'I see it too.', edited_at: null }]);
    expect((await ada.api.patch(url, { body: bees(10_000) })).status).toBe(200);
  });
});

describe('deleting', () => {
  it('removes the comment, once, and leaves a note', async () => {
    const { bugId, id, url } = await aComment();
    const kept = await aComment(bugId);
    expectNoContent(await ada.api.delete(url));
    expectNotFound(await ada.api.delete(url));
    expectNotFound(await ada.api.patch(url, { body: 'Back' }));
    expect(await list(bugId)).toMatchObject({ items: [{ id: kept.id }], total: 1 });
    expect((await bugOf(bugId)).comment_count).toBe(1);
    const kinds = (await activityOf(bugId)).map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['commented', 'commented', 'comment_deleted']);
    expect((await activityOf(bugId)).at(-1).changes).toEqual({ comment: { id } });
  });

  it('counts once when it comes several times at once', async () => {
    const { bugId, url } = await aComment();
    await aComment(bugId);
    const answers = await Promise.all(Array.from({ length: 6 }, () => ada.api.delete(url)));
    expect(countStatuses(answers)).toEqual({ 204: 1, 404: 5 });
    expect((await bugOf(bugId)).comment_count).toBe(1);
    expect(await activityOf(bugId)).toHaveLength(3);
  });
});

it('is changed by nobody but its author', async () => {
  const { bugId, url } = await aComment();
  for (const answer of [await grace.api.patch(url, { body: 'Mine' }), await grace.api.delete(url)]) {
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({ detail: 'Only the author may change a comment' });
  }
  expectRefused(await grace.api.patch(url, { body: '' }), 'body');
  expect((await list(bugId)).items).toMatchObject([{ body: 'I see it too.', edited_at: null }]);
  expect(await activityOf(bugId)).toHaveLength(1);
});

describe('what is not there', () => {
  async function expectHidden({ api }: Person, comments: string, id: unknown): Promise<void> {
    expectNotFound(await api.patch(`${comments}/${id}`, { body: 'Mine' }));
    expectNotFound(await api.delete(`${comments}/${id}`));
  }

  it("is a comment on somebody else's bug, or on another", async () => {
    const { bugId, id } = await aComment();
    await expectHidden(stranger, path(bugId), id);
    await expectHidden(ada, path(await aBug(node, project)), id);
    await expectHidden(stranger, path(await aBug(node, await aProject(stranger))), id);
    expect(await list(bugId)).toMatchObject({ items: [{ id, body: 'I see it too.' }], total: 1 });
  });

  it.each([...notIds, unknownId])('is %s, a comment or a bug', async (none) => {
    const { bugId, id } = await aComment();
    await expectHidden(ada, path(bugId), none);
    await expectHidden(ada, path(none), id);
  });
});
