import { describe, expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject, aSender } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { timestamp } from '../../../../test/samples.ts';
import { type ReceivedRequest, startReceiver } from '../../../../test/webhook-receiver.ts';
import { aWebhook, deliveriesOf, deliveryOf } from '../../../../test/webhooks.ts';
import { insertActivity } from '../../activity/queries.ts';

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const ada = await aPerson(node, { name: 'Ada' });

/** A project with a bug, and then a webhook for its events. */
async function aPlace(values: Record<string, unknown> = {}) {
  const project = await aProject(ada);
  const bugId = await aBug(node, project);
  const receiver = await startReceiver();
  const webhook = await aWebhook(ada, project, { url: receiver.url, ...values });
  const bug = `/api/v1/bugs-admin/${bugId}`;
  return { project, bugId, bug, receiver, webhook };
}

/** All events so far. Events are dispatched in order, and a later marker has arrived. */
async function deliveredEvents({
  project,
  receiver,
  webhook,
}: Awaited<ReturnType<typeof aPlace>>): Promise<string[]> {
  const id = await aBug(node, project);
  const isOfLater = ({ body }: ReceivedRequest) => body.bug.id === id;
  await expect.poll(() => receiver.received.some(isOfLater)).toBe(true);
  const later = receiver.received.find(isOfLater)?.headers['webhook-id'];
  const others = (await deliveriesOf(ada, webhook)).filter(
    ({ event_id }: { event_id: string }) => event_id !== later,
  );
  return others.map(({ event }: { event: string }) => event);
}

describe('a new bug', () => {
  it('is told as bug.created, with the bug as its route answers it', async () => {
    const { project, receiver, webhook } = await aPlace();
    const extra = '{"2":1,"1":12345678901234567890,"__proto__":{"x":"\\u0000"}}';
    const report = `{"title":"Größe 🐝","description":"d","extra":${extra}}`;
    const id = (await aSender(node, project).post('/api/v1/bugs', report)).body.id;
    const [request] = await receiver.requests(1);
    expect(request?.body).toEqual({
      id: expect.stringMatching(/^evt_\d+$/),
      type: 'bug.created',
      created_at: timestamp,
      project: { id: project.id, name: project.name },
      bug: (await ada.api.get(`/api/v1/bugs-admin/${id}`)).body,
      via: 'api',
    });
    expect(request?.text).toContain(`"extra":${extra}`);
    const delivery = await deliveryOf(ada, webhook, { status: 'success' });
    expect(delivery.request_body).toBe(request?.text);
    expect(delivery).toMatchObject({ event: 'bug.created', event_id: request?.body.id, attempts: 1 });
  });
});

describe('a change', () => {
  it('is told once, with every field that it changed, who made it, and how', async () => {
    const { bug, receiver } = await aPlace();
    await ada.api.patch(bug, { status: 'resolved', severity: 'critical', assignee_id: 'me' });
    const [request] = await receiver.requests(1);
    expect(request?.body).toEqual({
      id: expect.stringMatching(/^evt_\d+$/),
      type: 'bug.updated',
      created_at: timestamp,
      project: expect.any(Object),
      bug: (await ada.api.get(bug)).body,
      changes: {
        status: { from: 'open', to: 'resolved' },
        severity: { from: 'medium', to: 'critical' },
        assignee: { from: null, to: { id: ada.id, name: 'Ada' } },
      },
      actor: { id: ada.id, name: 'Ada' },
      via: 'dashboard',
    });
  });

  it('that changes nothing is not told', async () => {
    const place = await aPlace();
    await ada.api.patch(place.bug, { status: 'open' });
    expect(await deliveredEvents(place)).toEqual([]);
  });

  it('in bulk is told once for each bug that it changed', async () => {
    const place = await aPlace({ events: ['bug.updated'] });
    const others = [await aBug(node, place.project), await aBug(node, place.project)];
    await ada.api.patch(place.bug, { status: 'closed' });
    const ids = [place.bugId, ...others];
    await ada.api.post('/api/v1/bugs-admin/bulk', { ids, operation: 'set_status', value: 'closed' });
    const told = (await place.receiver.requests(3)).map(({ body }) => body.bug.id);
    expect(told.sort()).toEqual(ids.sort());
  });

  it('of a label, a duplicate link or the title is told', async () => {
    const { project, bug, bugId, receiver } = await aPlace({ events: ['bug.updated'] });
    const { title } = (await ada.api.get(bug)).body;
    const labels = `/api/v1/teams/${ada.teamId}/labels`;
    const label = (await ada.api.post(labels, { name: `ui ${bugId}`, color: '#aabbcc' })).body;
    const other = await aBug(node, project);
    await ada.api.post(`${bug}/labels/${label.id}`);
    await ada.api.post(`${bug}/duplicate-of/${other}`);
    await ada.api.delete(`${bug}/labels/${label.id}`);
    await ada.api.delete(`${bug}/duplicate-of`);
    await ada.api.patch(bug, { title: 'Pay is dead' });
    const told = (await receiver.requests(5)).map(({ body }) => body.changes);
    const { id, name } = label;
    expect(told).toContainEqual({ labels: { added: [{ id, name }], removed: [] } });
    expect(told).toContainEqual({ labels: { added: [], removed: [{ id, name }] } });
    expect(told).toContainEqual({ duplicate_of_id: { from: null, to: other } });
    expect(told).toContainEqual({ duplicate_of_id: { from: other, to: null } });
    expect(told).toContainEqual({ title: { from: title, to: 'Pay is dead' } });
  });

  it('of several labels at once tells of each, in words too', async () => {
    const { project, bugId, receiver } = await aPlace({ events: ['bug.updated'] });
    const chats = [await startReceiver(), await startReceiver()] as const;
    for (const [index, transform] of ['slack', 'discord'].entries())
      await aWebhook(ada, project, { url: chats[index]?.url as string, transform });
    const [one, two, gone] = [1, 2, 3].map((id) => ({ id, name: `label ${id}` }));
    const by = { actorId: ada.id, via: 'dashboard', requestId: null } as const;
    const bug = { id: bugId, team_id: ada.teamId, project_id: project.id };
    const added = (label: unknown) => ({ bug, kind: 'label_added', changes: { label } }) as const;
    const removed = { bug, kind: 'label_removed', changes: { label: gone } } as const;
    const change = {
      bug,
      kind: 'status_changed',
      changes: { status: { from: 'open', to: 'spam' } },
    };
    await node.db
      .transaction()
      .execute((trx) => insertActivity(trx, by, [added(one), removed, change as never, added(two)]));
    const [request] = await receiver.requests(1);
    expect(request?.body.changes).toEqual({
      status: { from: 'open', to: 'spam' },
      labels: { added: expect.arrayContaining([one, two]), removed: [gone] },
    });
    for (const chat of chats) {
      const text = (await chat.requests(1))[0]?.text;
      for (const words of ['added: label 1', 'added: label 2', 'removed: label 3'])
        expect(text?.replaceAll('\\', '')).toContain(`Label ${words}`);
    }
  });

  it('that is rolled back is never told', async () => {
    const place = await aPlace();
    const by = { actorId: ada.id, via: 'dashboard', requestId: null } as const;
    const bug = { id: place.bugId, team_id: ada.teamId, project_id: place.project.id };
    const change = { bug, kind: 'status_changed', changes: { status: {} } } as const;
    const failed = node.db.transaction().execute(async (trx) => {
      await insertActivity(trx, by, [change]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await deliveredEvents(place)).toEqual([]);
  });
});

describe('a comment', () => {
  it('is told as bug.commented; editing and deleting it is not', async () => {
    const place = await aPlace();
    const { body: comment } = await ada.api.post(`${place.bug}/comments`, { body: 'Seen too.' });
    const [request] = await place.receiver.requests(1);
    expect(request?.body).toMatchObject({ type: 'bug.commented', comment, actor: { name: 'Ada' } });
    expect(request?.body).not.toHaveProperty('changes');
    expect(request?.body.bug.comment_count).toBe(1);
    await ada.api.patch(`${place.bug}/comments/${comment.id}`, { body: 'Not seen.' });
    await ada.api.delete(`${place.bug}/comments/${comment.id}`);
    expect(await deliveredEvents(place)).toEqual(['bug.commented']);
  });
});

describe('who gets an event', () => {
  it('are the webhooks of its project that subscribe to its type and are switched on', async () => {
    const place = await aPlace({ events: ['bug.commented'] });
    const { project, bug, receiver } = place;
    const updates = await aWebhook(ada, project, { url: receiver.url, events: ['bug.updated'] });
    const off = await aWebhook(ada, project, { url: receiver.url });
    await ada.api.patch(off.path, { is_active: false });
    const elsewhere = await aWebhook(ada, await aProject(ada), { url: receiver.url });
    await ada.api.patch(bug, { status: 'closed' });
    await deliveryOf(ada, updates, { status: 'success', event: 'bug.updated' });
    for (const webhook of [place.webhook, off, elsewhere])
      expect(await deliveriesOf(ada, webhook)).toEqual([]);
  });

  it('is nobody any more when the bug is deleted, and what was told is forgotten', async () => {
    const { bug, project, receiver, webhook } = await aPlace();
    receiver.answer(500);
    await ada.api.patch(bug, { status: 'closed' });
    await deliveryOf(ada, webhook, { status: 'pending', attempts: 1 });
    await ada.api.delete(bug);
    expect(await deliveriesOf(ada, webhook)).toEqual([]);
    const kept = await aBug(node, project);
    await deliveryOf(ada, webhook, { event: 'bug.created', attempts: 1 });
    expect(receiver.received.at(-1)?.body.bug.id).toBe(kept);
  });

  it('is told who did it and how, a colleague or an assistant', async () => {
    const { bug, bugId, receiver } = await aPlace();
    const grace = await aColleague(node, ada);
    await grace.api.patch(bug, { severity: 'low' });
    const scopes = ['write:bugs'];
    const { token } = (await ada.api.post('/api/v1/me/mcp-tokens', { name: 'Claude', scopes })).body;
    const assistant = node.anyone.with({ 'x-mcp-token': token });
    expect((await assistant.post(`/api/v1/mcp/bugs/${bugId}/resolve`)).status).toBe(200);
    const told = (await receiver.requests(2)).map(({ body: { actor, via } }) => ({ id: actor.id, via }));
    expect(told).toContainEqual({ id: grace.id, via: 'dashboard' });
    expect(told).toContainEqual({ id: ada.id, via: 'mcp' });
  });
});
