import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson, aProject } from '../../../../test/builders.ts';
import { countDeadlocks } from '../../../../test/deadlocks.ts';
import { createDatabase, startNode } from '../../../../test/harness.ts';
import { hold, whenBlocked } from '../../../../test/hold.ts';
import { aLabel, storeBugs } from '../../../../test/stored-bugs.ts';
import { startReceiver } from '../../../../test/webhook-receiver.ts';
import { aWebhook, deliveriesOf } from '../../../../test/webhooks.ts';

const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' };

/** Repeats an action concurrently. Returns the statuses. */
async function crowd(size: number, times: number, act: (turn: number) => Promise<{ status: number }>) {
  const statuses = new Set<number>();
  const repeat = async (_: unknown, who: number) => {
    for (let turn = 0; turn < times; turn++) statuses.add((await act(turn * size + who)).status);
  };
  await Promise.all(Array.from({ length: size }, repeat));
  return [...statuses];
}

async function aPlace() {
  const database = await createDatabase();
  const node = await startNode(database, settings);
  const ada = await aPerson(node);
  const project = await aProject(ada);
  const receiver = await startReceiver();
  return { database, node, ada, project, receiver };
}

it("tests and changes of one webhook at the same time never get in each other's way", async () => {
  const { database, node, ada, project, receiver } = await aPlace();
  const webhook = await aWebhook(ada, project, { url: receiver.url });
  const statuses = await Promise.all([
    crowd(2, 10, () => ada.api.post(`${webhook.path}/test`)),
    crowd(3, 20, (turn) => ada.api.patch(webhook.path, { is_active: turn % 2 === 0 })),
  ]);
  expect(statuses).toEqual([[200], [200]]);
  await node.stop();
  expect(await countDeadlocks(database)).toBe(0);
});

it('outcomes are noted in another order than deliveries are deleted in, and neither has to begin again', async () => {
  const { database, node, ada, project, receiver } = await aPlace();
  const webhook = await aWebhook(ada, project, { url: receiver.url, events: ['bug.updated'] });
  await ada.api.post(`${webhook.path}/test`);
  const held: ServerResponse[] = [];
  receiver.answer((response) => void held.push(response));
  const ids = await storeBugs(node, project, 4);
  const bulk = (operation: string, value: unknown = null) =>
    ada.api.post('/api/v1/bugs-admin/bulk', { ids, operation, value });
  await bulk('set_status', 'closed');
  await expect.poll(() => held.length).toBe(4);
  const inOrder = (await deliveriesOf(ada, webhook)).map(({ id }: { id: number }) => id).reverse();
  const answers = new Map(
    receiver.received.slice(1).map(({ headers }, index) => [headers['webhook-id'], held[index]]),
  );
  const events = (await deliveriesOf(ada, webhook)).map(({ event_id }: { event_id: string }) => event_id);

  // The first outcome waits for the webhook. The others end meanwhile, newest first, and are recorded together.
  const releaseWebhook = await hold(node, (trx) =>
    sql`select from webhooks where id = ${webhook.id} for update`.execute(trx),
  );
  for (const event of events.slice(0, 4)) {
    answers.get(event)?.end();
    await whenBlocked(node);
  }
  const releaseDelivery = await hold(node, (trx) =>
    sql`select from webhook_deliveries where id = ${inOrder[2]} for update`.execute(trx),
  );
  await releaseWebhook();
  await whenBlocked(node);
  const deleted = bulk('delete');
  await whenBlocked(node, 2);
  await releaseDelivery();
  expect((await deleted).body).toMatchObject({ affected: 4 });
  await node.stop();
  expect(await countDeadlocks(database)).toBe(0);
});

it('bugs are deleted in bulk while outcomes of their deliveries are noted by several nodes', async () => {
  const { database, node, ada, project, receiver } = await aPlace();
  const other = await startNode(database, settings);
  // Some webhooks are disabled along with their pending deliveries.
  receiver.answer((response) => response.writeHead(receiver.received.length % 10 ? 500 : 410).end());
  const webhooks = await Promise.all(
    Array.from({ length: 4 }, () => aWebhook(ada, project, { url: receiver.url, events: ['bug.updated'] })),
  );
  const bulk = (ids: number[], operation: string, value: unknown = null) =>
    ada.api.post('/api/v1/bugs-admin/bulk', { ids, operation, value });
  for (let round = 0; round < 2; round++) {
    for (const { path } of webhooks) await ada.api.patch(path, { is_active: true });
    const ids = await storeBugs(node, project, 100);
    expect((await bulk(ids, 'set_status', 'closed')).status).toBe(200);
    await receiver.requests(receiver.received.length + 20);
    const parts = [0, 1, 2, 3].map((part) => ids.filter((_, index) => index % 4 === part).reverse());
    const answers = await Promise.all(parts.map((part) => bulk(part, 'delete')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  for (const webhook of webhooks) expect(await deliveriesOf(ada, webhook)).toEqual([]);
  await Promise.all([node.stop(), other.stop()]);
  expect(await countDeadlocks(database)).toBe(0);
});

it('the same bugs are changed in every way at the same time, and nobody has to begin again', async () => {
  const { database, node, ada, project } = await aPlace();
  const ids = await storeBugs(node, project, 6);
  const label = await aLabel(ada, 'ui');
  const backwards = ids.toReversed();
  const bug = (turn: number) => `/api/v1/bugs-admin/${ids[turn % ids.length]}`;
  const bulk = (turn: number, operation: string, value: unknown) =>
    ada.api.post('/api/v1/bugs-admin/bulk', { ids: turn % 2 ? ids : backwards, operation, value });
  const statuses = await Promise.all([
    crowd(2, 8, (turn) => ada.api.patch(bug(turn), { status: turn % 3 ? 'open' : 'closed' })),
    crowd(2, 8, (turn) => bulk(turn, 'set_severity', turn % 3 ? 'low' : 'high')),
    crowd(2, 8, (turn) => bulk(turn, turn % 3 ? 'add_label' : 'remove_label', label)),
    crowd(2, 8, () => ada.api.post(`${bug(0)}/labels/${label}`)),
    crowd(2, 8, () => ada.api.delete(`${bug(0)}/labels/${label}`)),
    crowd(2, 8, (turn) => ada.api.delete(`${bug(turn)}/duplicate-of`)),
  ]);
  expect(statuses.flat()).toEqual(statuses.map(() => 200));
  await node.stop();
  expect(await countDeadlocks(database)).toBe(0);
});
