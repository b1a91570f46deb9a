import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { createDatabase, startNode } from '../../../../test/harness.ts';
import { expectNotFound, notIds, unknownId } from '../../../../test/samples.ts';
import { startReceiver } from '../../../../test/webhook-receiver.ts';
import { aWebhook, deliveriesOf, deliveryOf, makeDue, readDelivery } from '../../../../test/webhooks.ts';

const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' };
const database = await createDatabase();
const node = await startNode(database, settings);
const ada = await aPerson(node);

async function aPlace(values: Record<string, unknown> = {}) {
  const project = await aProject(ada);
  const receiver = await startReceiver();
  const webhook = await aWebhook(ada, project, { url: receiver.url, ...values });
  return { project, receiver, webhook };
}

/** A webhook with two deliveries in progress. Without a success it gets no third until they end. */
async function aBusyPlace() {
  const place = await aPlace();
  const held: ServerResponse[] = [];
  place.receiver.answer((response) => void held.push(response));
  const [bugId] = [await aBug(node, place.project), await aBug(node, place.project)];
  await place.receiver.requests(2);
  return {
    ...place,
    bugId,
    async third() {
      await expect.poll(async () => (await deliveriesOf(ada, place.webhook)).length).toBe(3);
      return readDelivery(ada, place.webhook, (await deliveriesOf(ada, place.webhook))[0].id);
    },
    goOn() {
      place.receiver.answer(200);
      for (const response of held) response.end();
    },
  };
}

describe('the body of a delivery', () => {
  it('is not in the list, and neither is the answer', async () => {
    const { project, webhook } = await aPlace();
    await aBug(node, project);
    const { request_body, response_excerpt, ...listed } = await deliveryOf(ada, webhook, { attempts: 1 });
    expect(request_body).toContain('bug.created');
    expect(response_excerpt).toBe('');
    expect(await deliveriesOf(ada, webhook)).toEqual([listed]);
  });

  it('is made when it is first sent, and tells of the bug as it is then', async () => {
    const place = await aBusyPlace();
    const id = await aBug(node, place.project);
    const waiting = await place.third();
    expect(waiting).toMatchObject({ status: 'pending', attempts: 0, request_body: null });
    await ada.api.patch(`/api/v1/bugs-admin/${id}`, { status: 'resolved' });
    place.goOn();
    const sent = () =>
      place.receiver.received.find(({ body }) => body.type === 'bug.created' && body.bug.id === id);
    await expect.poll(() => sent()?.body.bug.status).toBe('resolved');
    expect((await readDelivery(ada, place.webhook, waiting.id)).request_body).toBe(sent()?.text);
  });

  it('is made once for all webhooks and attempts, whichever node comes first', async () => {
    const others = [await startNode(database, settings), await startNode(database, settings)];
    const { project, receiver } = await aPlace();
    for (let count = 0; count < 5; count++) await aWebhook(ada, project, { url: receiver.url });
    const message = await aWebhook(ada, project, { url: receiver.url, transform: 'slack' });
    receiver.answer(500);
    const id = await aBug(node, project);
    for (const { context } of others) context.signals.emit('deliveries');
    await receiver.requests(7);
    await ada.api.patch(`/api/v1/bugs-admin/${id}`, { severity: 'critical' });
    await deliveryOf(ada, message, { event: 'bug.updated', attempts: 1 });
    await makeDue(node, message);
    await expect.poll(() => receiver.received.filter(({ body }) => body.text).length).toBeGreaterThan(3);
    const texts = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id']);
    expect(texts.size).toBe(2);
    for (const requests of texts.values()) {
      const raw = requests.filter(({ body }) => body.bug).map(({ text }) => text);
      const slack = requests.filter(({ body }) => !body.bug).map(({ text }) => text);
      expect([new Set(raw).size, new Set(slack).size]).toEqual([1, 1]);
    }
    const { rows } = await sql`select from webhook_bodies
      join webhook_events on webhook_events.id = event_id where bug_id = ${id}`.execute(node.db);
    expect(rows).toHaveLength(4);
  });

  it('goes when its bug goes, with everything that was noted of it', async () => {
    const { project, webhook } = await aPlace();
    const id = await aBug(node, project);
    await deliveryOf(ada, webhook, { attempts: 1 });
    await ada.api.delete(`/api/v1/bugs-admin/${id}`);
    const { rows } = await sql`select from webhook_bodies where event_id not in (
      select event_id from webhook_deliveries)`.execute(node.db);
    expect(rows).toEqual([]);
  });

  it('of a comment that is deleted before it is sent is never made, and the log says so', async () => {
    const place = await aBusyPlace();
    const comments = `/api/v1/bugs-admin/${place.bugId}/comments`;
    const { body: comment } = await ada.api.post(comments, { body: 'Oh' });
    const waiting = await place.third();
    await ada.api.delete(`${comments}/${comment.id}`);
    place.goOn();
    const error = 'The bug or comment was deleted before the delivery was sent';
    await expect
      .poll(() => readDelivery(ada, place.webhook, waiting.id))
      .toMatchObject({ status: 'failed', attempts: 0, error, request_body: null, next_attempt_at: null });
    expect(place.receiver.received).toHaveLength(2);
    const again = await ada.api.post(`${place.webhook.path}/deliveries/${waiting.id}/redeliver`);
    expect([again.status, again.body.detail]).toEqual([
      409,
      'The bug or comment was deleted before the delivery was sent',
    ]);
  });
});

describe('a delivery', () => {
  it.each([...notIds, unknownId])('%s is not found', async (id) => {
    const { webhook } = await aPlace();
    expectNotFound(await ada.api.get(`${webhook.path}/deliveries/${id}`));
  });

  it("of another webhook, and somebody else's, is not found", async () => {
    const [one, other] = [await aPlace(), await aPlace()];
    const { body } = await ada.api.post(`${one.webhook.path}/test`);
    expect((await ada.api.get(`${one.webhook.path}/deliveries/${body.id}`)).body).toEqual(body);
    expectNotFound(await ada.api.get(`${other.webhook.path}/deliveries/${body.id}`));
    const stranger = await aPerson(node);
    expectNotFound(await stranger.api.get(`${one.webhook.path}/deliveries/${body.id}`));
  });
});
