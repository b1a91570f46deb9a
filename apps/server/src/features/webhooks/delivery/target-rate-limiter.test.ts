import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson, aProject } from '../../../../test/builders.ts';
import { createDatabase, startNode } from '../../../../test/harness.ts';
import { startReceiver } from '../../../../test/webhook-receiver.ts';
import { aWebhook, queueDeliveries, type TestWebhook } from '../../../../test/webhooks.ts';

const perSecond = 10;
const burst = 2 * perSecond;

/** A node with webhooks to one host, each with due deliveries. */
async function aFlood({
  webhooks,
  deliveries,
  lastStatus,
}: Record<'webhooks' | 'deliveries', number> & { lastStatus: string }) {
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOKS_PER_SECOND: String(perSecond) };
  const node = await startNode(await createDatabase(), settings);
  const person = await aPerson(node);
  const project = await aProject(person);
  const receiver = await startReceiver();
  const all: TestWebhook[] = [];
  for (let count = 0; count < webhooks; count++)
    all.push(await aWebhook(person, project, { url: `${receiver.url}?${count}` }));
  await sql`update webhooks set last_status = ${lastStatus}`.execute(node.db);
  const begunAt = performance.now();
  const receivedAfter: number[] = [];
  const answerWith = (status: number) =>
    receiver.answer((response) => {
      receivedAfter.push((performance.now() - begunAt) / 1000);
      response.writeHead(status).end();
    });
  const start = async () => {
    for (const webhook of all) await queueDeliveries(node, webhook, deliveries);
  };
  return { node, person, project, receiver, receivedAfter, answerWith, start };
}

it('a host gets no more deliveries than it may have, however many webhooks lead to it', async () => {
  const flood = await aFlood({ webhooks: 10, deliveries: 8, lastStatus: 'success' });
  flood.answerWith(200);
  await flood.start();
  await flood.receiver.requests(80);
  for (const [index, seconds] of flood.receivedAfter.entries())
    expect(index + 1).toBeLessThanOrEqual(burst + perSecond * seconds + 1);
});

it('a host that does not accept deliveries gets a tenth of that', async () => {
  const flood = await aFlood({ webhooks: 10, deliveries: 8, lastStatus: 'failed' });
  flood.answerWith(500);
  await flood.start();
  await flood.receiver.requests(6);
  for (const [index, seconds] of flood.receivedAfter.entries())
    expect(10 * (index + 1)).toBeLessThanOrEqual(burst + perSecond * seconds + 10);
});

it('deliveries to other hosts do not wait for a host that has had enough', async () => {
  const flood = await aFlood({ webhooks: 20, deliveries: 20, lastStatus: 'success' });
  await flood.start();
  await flood.receiver.requests(burst);
  const other = await startReceiver();
  const url = other.url.replace('127.0.0.1', 'localhost');
  const webhook = await aWebhook(flood.person, flood.project, { url });
  await queueDeliveries(flood.node, webhook, 2);
  await other.requests(2);
  expect(flood.receiver.received.length).toBeLessThan(400);
});
