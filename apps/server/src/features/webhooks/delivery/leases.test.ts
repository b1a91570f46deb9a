import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { createDatabase, startNode, type TestDatabase } from '../../../../test/harness.ts';
import { startReceiver } from '../../../../test/webhook-receiver.ts';
import { aWebhook, deliveriesOf, stateOf, type TestWebhook } from '../../../../test/webhooks.ts';
import { createWebhookClient } from './client.ts';

/** A node whose deliveries never time out during a test. */
async function startNodeWithoutTimeouts(database: TestDatabase) {
  const node = await startNode(database, { WEBHOOK_ALLOW_PRIVATE: 'true' });
  node.context.webhookClient = createWebhookClient({ allowPrivate: true, timeoutMs: 120_000 });
  return node;
}

/** Two deliveries in progress, the maximum per webhook. */
async function twoUnderWay() {
  const database = await createDatabase();
  const first = await startNodeWithoutTimeouts(database);
  const ada = await aPerson(first);
  const project = await aProject(ada);
  const receiver = await startReceiver();
  const held: ServerResponse[] = [];
  receiver.answer((response) => void held.push(response));
  const webhook = await aWebhook(ada, project, { url: receiver.url });
  for (let count = 0; count < 2; count++) await aBug(first, project);
  await expect.poll(() => held.length).toBe(2);
  const second = await startNodeWithoutTimeouts(database);
  const { db } = second;
  const leases = () =>
    db.selectFrom('webhook_deliveries').select(['id', 'leased_until', 'attempts']).orderBy('id').execute();
  return { first, second, ada, webhook, held, leases };
}

/**
 * Their leases have expired and the second node takes them over. The first does not lease them again, because it is at its
 * maximum.
 */
async function aTakeover() {
  const { first, second, ada, webhook, held, leases } = await twoUnderWay();
  const deliveries = second.db.updateTable('webhook_deliveries').where('webhook_id', '=', webhook.id);
  await deliveries.set({ leased_until: new Date() }).execute();
  await expect.poll(() => held.length).toBe(4);
  const person = { ...ada, api: second.anyone.with({ authorization: `Bearer ${ada.token}` }) };
  return { first, second, ada, person, webhook, held, leases };
}

const answerAll = (held: ServerResponse[], status: number) => {
  for (const response of held) response.writeHead(status).end();
};

async function expectDelivered(person: Awaited<ReturnType<typeof aPerson>>, webhook: TestWebhook) {
  const success = { status: 'success', attempts: 1, response_status: 200 };
  await expect.poll(() => deliveriesOf(person, webhook)).toMatchObject([success, success]);
}

it('a node that stops gives back what it could not deliver', async () => {
  const { first, leases } = await twoUnderWay();
  const before = await leases();
  await first.stop();
  // The second node may have leased them by now.
  for (const [index, { leased_until }] of (await leases()).entries())
    expect(leased_until).not.toEqual(before[index]?.leased_until);
});

describe('a delivery that another node has taken over', () => {
  it('stays with that node when the first one fails late', async () => {
    const { person, webhook, held, leases } = await aTakeover();
    const before = await leases();
    answerAll(held.slice(0, 2), 500);
    await expect.poll(async () => (await stateOf(person, webhook)).last_status).toBe('failed');
    expect(await leases()).toEqual(before);
    answerAll(held.slice(2), 200);
    await expectDelivered(person, webhook);
    expect(held).toHaveLength(4);
  });

  it('stays with that node when the first one is stopped', async () => {
    const { first, person, webhook, held, leases } = await aTakeover();
    const before = await leases();
    await first.stop();
    expect(await leases()).toEqual(before);
    answerAll(held.slice(2), 200);
    await expectDelivered(person, webhook);
  });

  it('is delivered when the first node succeeds late', async () => {
    const { second, ada, webhook, held } = await aTakeover();
    answerAll(held.slice(0, 2), 200);
    await expectDelivered(ada, webhook);
    answerAll(held.slice(2, 3), 200);
    answerAll(held.slice(3), 500);
    await second.stop();
    await expectDelivered(ada, webhook);
  });
});
