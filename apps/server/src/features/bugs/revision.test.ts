import { describe, expect, it } from 'vitest';
import { anAttachment, upload } from '../../../test/attachments.ts';
import { aColleague, anAssistant, aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { aBaseUrl, startService } from '../../../test/harness.ts';
import { aLabel, storeBug, storeBugs } from '../../../test/stored-bugs.ts';

const node = await startService({ BASE_URL: await aBaseUrl() });
const ada = await aPerson(node);
const project = await aProject(ada);
const sender = aSender(node, project);
const assistant = await anAssistant(node, ada);

const aBug = () => storeBug(node, project);
const bugPath = (id: number) => `/api/v1/bugs-admin/${id}`;
const read = async (id: number) => (await ada.api.get(bugPath(id))).body;
const revisionOf = async (id: number) => (await read(id)).revision;
const bulk = (ids: number[], operation: string, value: unknown = null) =>
  ada.api.post('/api/v1/bugs-admin/bulk', { ids, operation, value });

describe('the revision', () => {
  it('is 1 in the answer to a report, in lists, and where the bug is read', async () => {
    const { body } = await sender.post('/api/v1/bugs', aReport());
    const { items } = (await ada.api.get('/api/v1/bugs-admin')).body;
    const listed = items.find(({ id }: { id: number }) => id === body.id);
    const byAssistant = (await assistant.api.get(`/api/v1/mcp/bugs/${body.id}`)).body;
    for (const bug of [body, listed, byAssistant, await read(body.id)]) expect(bug.revision).toBe(1);
  });

  it('grows by one with every request that changes something, however many fields, and with no other', async () => {
    const [id, original] = [await aBug(), await aBug()];
    const label = await aLabel(ada, 'ui');
    const requests = [
      () => ada.api.patch(bugPath(id), { status: 'resolved', severity: 'critical', assignee_id: 'me' }),
      () => ada.api.post(`${bugPath(id)}/labels/${label}`),
      () => ada.api.delete(`${bugPath(id)}/labels/${label}`),
      () => ada.api.post(`${bugPath(id)}/duplicate-of/${original}`),
      () => ada.api.delete(`${bugPath(id)}/duplicate-of`),
      () => assistant.api.post(`/api/v1/mcp/bugs/${id}/spam`),
      () => assistant.api.post(`/api/v1/mcp/bugs/${id}/labels`, { label_name: 'UI' }),
      () => bulk([id], 'set_status', 'open'),
      () => bulk([id], 'set_severity', 'low'),
      () => bulk([id], 'assign', null),
      () => bulk([id], 'remove_label', label),
      () => bulk([id], 'add_label', label),
      () => bulk([id], 'mark_spam'),
    ];
    for (const [index, request] of requests.entries()) {
      const { status, body } = await request();
      expect(status).toBe(200);
      if ('revision' in body) expect(body.revision).toBe(index + 2);
      expect(await revisionOf(id)).toBe(index + 2);
      await request();
      expect(await revisionOf(id)).toBe(index + 2);
    }
  });

  it('grows with comments that come and go, not with their words', async () => {
    const id = await aBug();
    const { body: comment } = await ada.api.post(`${bugPath(id)}/comments`, { body: 'Seen it' });
    expect(await revisionOf(id)).toBe(2);
    await ada.api.patch(`${bugPath(id)}/comments/${comment.id}`, { body: 'Seen it too' });
    expect(await revisionOf(id)).toBe(2);
    await ada.api.delete(`${bugPath(id)}/comments/${comment.id}`);
    expect(await read(id)).toMatchObject({ revision: 3, comment_count: 0 });
  });

  it('grows when an image has been uploaded, not when one is announced', async () => {
    const { id } = (await sender.post('/api/v1/bugs', aReport())).body;
    const { body } = await sender.post(`/api/v1/bugs/${id}/attachments`, anAttachment());
    expect(await revisionOf(id)).toBe(1);
    expect((await upload(body)).status).toBe(200);
    expect(await revisionOf(id)).toBe(2);
    expect((await upload(body)).status).toBe(409);
    expect(await revisionOf(id)).toBe(2);
  });

  it("grows when a label, a duplicate's original or the assignee goes", async () => {
    const bob = await aColleague(node, ada);
    const [id, original] = [await aBug(), await aBug()];
    const label = await aLabel(ada, 'short-lived');
    await ada.api.post(`${bugPath(id)}/labels/${label}`);
    await ada.api.post(`${bugPath(id)}/duplicate-of/${original}`);
    await ada.api.patch(bugPath(id), { assignee_id: bob.id });
    expect(await revisionOf(id)).toBe(4);
    await ada.api.delete(`/api/v1/teams/${ada.teamId}/labels/${label}`);
    expect(await read(id)).toMatchObject({ revision: 5, labels: [] });
    await ada.api.delete(bugPath(original));
    expect(await read(id)).toMatchObject({ revision: 6, duplicate_of_id: null });
    await ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${bob.id}`);
    expect(await read(id)).toMatchObject({ revision: 7, assignee: null });
  });

  it('stays when a label gets another name, or when the bug gets a duplicate', async () => {
    const [id, duplicate] = [await aBug(), await aBug()];
    const label = await aLabel(ada, 'typo');
    await ada.api.post(`${bugPath(id)}/labels/${label}`);
    await ada.api.patch(`/api/v1/teams/${ada.teamId}/labels/${label}`, { name: 'type' });
    await ada.api.post(`${bugPath(duplicate)}/duplicate-of/${id}`);
    expect(await read(id)).toMatchObject({ revision: 2, duplicate_count: 1, labels: [{ name: 'type' }] });
  });

  it('of a bug is of the one whose label a stranger cannot delete', async () => {
    const stranger = await aPerson(node);
    const id = await aBug();
    const label = await aLabel(ada, 'ours');
    await ada.api.post(`${bugPath(id)}/labels/${label}`);
    await stranger.api.delete(`/api/v1/teams/${stranger.teamId}/labels/${label}`);
    expect(await revisionOf(id)).toBe(2);
  });

  it('counts every one of many changes at the same time', async () => {
    const ids = await storeBugs(node, project, 3);
    const label = await aLabel(ada, 'busy');
    const [first, second, third] = ids as [number, number, number];
    await Promise.all([
      ...ids.map((id) => ada.api.post(`${bugPath(id)}/comments`, { body: 'One' })),
      ...ids.map((id) => ada.api.post(`${bugPath(id)}/comments`, { body: 'Two' })),
      ada.api.post(`${bugPath(first)}/duplicate-of/${second}`),
      bulk(ids, 'set_status', 'closed'),
      bulk(ids.toReversed(), 'set_severity', 'high'),
      bulk([third, first], 'add_label', label),
      ada.api.patch(bugPath(second), { assignee_id: 'me' }),
    ]);
    expect(await Promise.all(ids.map(revisionOf))).toEqual([7, 6, 6]);
  });
});
