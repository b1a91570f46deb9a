import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { createDatabase, startNode } from '../../../../test/harness.ts';
import { type ReceivedRequest, silence, startReceiver } from '../../../../test/webhook-receiver.ts';
import { aWebhook, deliveriesOf, deliveryOf, queueDeliveries } from '../../../../test/webhooks.ts';
import { createWebhookClient } from './client.ts';

const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', DEFAULT_PLAN: 'unlimited' };
const database = await createDatabase();
const node = await startNode(database, settings);
// Longer than any of these tests, so that hanging targets stay pending.
node.context.webhookClient = createWebhookClient({ allowPrivate: true, timeoutMs: 120_000 });
const ada = await aPerson(node);

const idsOf = (requests: ReceivedRequest[]) => requests.map(({ headers }) => headers['webhook-id']);

describe('targets that never answer', () => {
  it.each([
    { before: null, atOnce: 2 },
    { before: 'failed', atOnce: 2 },
    { before: 'success', atOnce: 8 },
  ])('do not hold up one that does, whatever came of their last delivery: %j', async ({ before, atOnce }) => {
    const project = await aProject(ada);
    const sick = await startReceiver();
    sick.answer(silence);
    for (let count = 0; count < 12; count++) {
      const webhook = await aWebhook(ada, project, { url: sick.url, events: ['bug.updated'] });
      await sql`update webhooks set last_status = ${before} where id = ${webhook.id}`.execute(node.db);
      await queueDeliveries(node, webhook, 100);
    }
    await sick.requests(Math.min(12 * atOnce, 64));
    const healthy = await startReceiver();
    const webhook = await aWebhook(ada, project, { url: healthy.url });
    await queueDeliveries(node, webhook, 50);
    const requests = await healthy.requests(50);
    expect(new Set(idsOf(requests)).size).toBe(50);
    expect(sick.received.length).toBeLessThanOrEqual(12 * atOnce);
    await sql`delete from webhooks where url = ${sick.url}`.execute(node.db);
  });
});

describe('several nodes', () => {
  it('share the work and deliver each once', async () => {
    const others = [await startNode(database, settings), await startNode(database, settings)];
    const receiver = await startReceiver();
    const webhook = await aWebhook(ada, await aProject(ada), { url: receiver.url });
    await queueDeliveries(node, webhook, 300);
    for (const { context } of others) context.signals.emit('deliveries');
    await expect.poll(async () => countLeft(webhook.id), { timeout: 50_000 }).toBe(0);
    expect(receiver.received).toHaveLength(300);
    expect(new Set(idsOf(receiver.received)).size).toBe(300);
  });

  it('deliver what one took that is gone, when its lease is over', async () => {
    const receiver = await startReceiver();
    const webhook = await aWebhook(ada, await aProject(ada), { url: receiver.url });
    await queueDeliveries(node, webhook, 2, new Date(Date.now() + 3600_000));
    const ids = (await deliveriesOf(ada, webhook)).map(({ event_id }: { event_id: string }) => event_id);
    const [free, held] = ids as [string, string];
    await sql`update webhook_deliveries set next_attempt_at = now(), leased_until = now() +
      case event_id when ${free} then interval '-1 second' else interval '10 minutes' end
      where webhook_id = ${webhook.id}`.execute(node.db);
    await queueDeliveries(node, webhook, 1);
    await expect.poll(() => countLeft(webhook.id)).toBe(1);
    expect(idsOf(receiver.received)).toContain(free);
    expect(idsOf(receiver.received)).not.toContain(held);
  });

  async function countLeft(webhookId: number): Promise<number> {
    const { rows } = await sql`select from webhook_deliveries
      where webhook_id = ${webhookId} and status = 'pending'`.execute(node.db);
    return rows.length;
  }
});

describe('a node that stops', () => {
  /** A node with a delivery in progress. */
  async function aDeliveryUnderWay() {
    const own = await createDatabase();
    const first = await startNode(own, settings);
    const person = await aPerson(first);
    const project = await aProject(person);
    const receiver = await startReceiver();
    let answer = () => {};
    receiver.answer((response) => {
      answer = () => void response.end();
    });
    const webhook = await aWebhook(person, project, { url: receiver.url });
    await aBug(first, project);
    await receiver.requests(1);
    const startAnother = async () => {
      const { anyone } = await startNode(own, settings);
      return { ...person, api: anyone.with({ authorization: `Bearer ${person.token}` }) };
    };
    return { stop: first.stop, receiver, webhook, answer: () => answer(), startAnother };
  }

  it('gives back what has no answer, without counting it as an attempt', async () => {
    const { stop, receiver, webhook, startAnother } = await aDeliveryUnderWay();
    await stop();
    receiver.answer(200);
    await deliveryOf(await startAnother(), webhook, { status: 'success', attempts: 1 });
    const [once, again, ...more] = idsOf(receiver.received);
    expect(again).toBe(once);
    expect(more).toEqual([]);
  });

  it('finishes what is answered in time', async () => {
    const { stop, receiver, webhook, answer, startAnother } = await aDeliveryUnderWay();
    const stopping = stop();
    answer();
    await stopping;
    expect(await deliveriesOf(await startAnother(), webhook)).toMatchObject([
      { status: 'success', attempts: 1 },
    ]);
    expect(receiver.received).toHaveLength(1);
  });
});
