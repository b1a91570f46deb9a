import { describe, expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { expectNotFound, expectRefused, notIds, timestamp, unknownId } from '../../../test/samples.ts';

const node = await startService();
const ada = await aPerson(node, { name: 'Ada' });
const grace = await aColleague(node, ada);
const stranger = await aPerson(node);
const project = await aProject(ada);

const bugPath = (id: unknown) => `/api/v1/bugs-admin/${id}`;
const timeline = (id: unknown, query = '') => ada.api.get(`${bugPath(id)}/activity${query}`);
const kindsOf = async (id: number, query = '') =>
  (await timeline(id, query)).body.items.map(({ kind }: { kind: string }) => kind);

it('begins with the report, which nobody in particular has sent', async () => {
  const id = await aBug(node, project);
  const answer = await timeline(id);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    items: [
      {
        id: expect.any(Number),
        bug_id: id,
        kind: 'created',
        actor: null,
        via: 'api',
        changes: null,
        created_at: timestamp,
      },
    ],
    total: 1,
    limit: 50,
    offset: 0,
  });
});

it('tells who changed what from what to what', async () => {
  const id = await aBug(node, project);
  await grace.api.patch(bugPath(id), { status: 'resolved', severity: 'critical', assignee_id: ada.id });
  const { items, total } = (await timeline(id)).body;
  expect(total).toBe(4);
  const byKind = new Map(items.map((item: { kind: string }) => [item.kind, item]));
  const by = { bug_id: id, actor: { id: grace.id, name: expect.any(String) }, via: 'dashboard' };
  expect(byKind.get('status_changed')).toMatchObject({
    ...by,
    changes: { status: { from: 'open', to: 'resolved' } },
  });
  expect(byKind.get('severity_changed')).toMatchObject({
    ...by,
    changes: { severity: { from: 'medium', to: 'critical' } },
  });
  expect(byKind.get('assigned')).toMatchObject({
    ...by,
    changes: { assignee: { from: null, to: { id: ada.id, name: 'Ada' } } },
  });
});

it('tells of labels and comments in the order in which they came, oldest first', async () => {
  const [id, other] = [await aBug(node, project), await aBug(node, project)];
  const label = (await ada.api.post(`/api/v1/teams/${ada.teamId}/labels`, { name: 'A', color: '#000000' }))
    .body;
  await ada.api.post(`${bugPath(other)}/comments`, { body: 'on another bug' });
  await ada.api.post(`${bugPath(id)}/labels/${label.id}`);
  const comment = (await ada.api.post(`${bugPath(id)}/comments`, { body: 'x' })).body;
  await ada.api.patch(`${bugPath(id)}/comments/${comment.id}`, { body: 'y' });
  await ada.api.delete(`${bugPath(id)}/labels/${label.id}`);
  await ada.api.delete(`${bugPath(id)}/comments/${comment.id}`);
  const kinds = ['created', 'label_added', 'commented', 'comment_edited', 'label_removed', 'comment_deleted'];
  expect(await kindsOf(id)).toEqual(kinds);
  expect(await kindsOf(id, '?limit=2&offset=1')).toEqual(kinds.slice(1, 3));
  expect((await timeline(id, '?limit=2&offset=5')).body).toMatchObject({
    items: [{ kind: 'comment_deleted', changes: { comment: { id: comment.id } } }],
    total: 6,
    limit: 2,
    offset: 5,
  });
  expect((await timeline(id, '?offset=6')).body).toEqual({ items: [], total: 6, limit: 50, offset: 6 });
});

it('keeps what somebody did who has left the team', async () => {
  const [leaver, id] = [await aColleague(node, ada), await aBug(node, project)];
  await leaver.api.patch(bugPath(id), { status: 'spam' });
  await ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${leaver.id}`);
  expect((await timeline(id)).body.items.at(-1)).toMatchObject({
    kind: 'status_changed',
    actor: { id: leaver.id },
  });
});

it.each([
  ['limit', '0'],
  ['limit', '201'],
  ['offset', '-1'],
  ['offset', 'x'],
])('refuses the %s %j', async (field, value) => {
  expectRefused(await timeline(1, `?${field}=${value}`), field);
});

describe('what is not there', () => {
  it("is the timeline of somebody else's bug, and of one that has been deleted", async () => {
    const id = await aBug(node, project);
    expectNotFound(await stranger.api.get(`${bugPath(id)}/activity`));
    await ada.api.delete(bugPath(id));
    expectNotFound(await timeline(id));
  });

  it.each([...notIds, unknownId])('is the timeline of %s', async (id) => {
    expectNotFound(await timeline(id));
  });
});
