import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { cleanUp } from '../../../../test/clean-up.ts';
import { startService } from '../../../../test/harness.ts';
import { expectNotFound, expectRefused, notIds, timestamp, unknownId } from '../../../../test/samples.ts';
import { type Reaction, startReceiver, verify, withHeaders } from '../../../../test/webhook-receiver.ts';
import {
  aWebhook,
  deliveriesOf,
  deliveryOf,
  makeDue,
  queueDeliveries,
  stateOf,
} from '../../../../test/webhooks.ts';

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const ada = await aPerson(node, { name: 'Ada' });

async function aPlace(answers: [Reaction, ...Reaction[]] = [200], values: Record<string, unknown> = {}) {
  const project = await aProject(ada);
  const receiver = await startReceiver();
  receiver.answer(...answers);
  const webhook = await aWebhook(ada, project, { url: receiver.url, ...values });
  return { project, receiver, webhook, deliveries: `${webhook.path}/deliveries` };
}

describe('the log', () => {
  it('is paged, the newest first', async () => {
    const { webhook, deliveries } = await aPlace();
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) ids.unshift((await ada.api.post(`${webhook.path}/test`)).body.id);
    const page = async (query: string) => (await ada.api.get(`${deliveries}${query}`)).body;
    const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
    expect(await page('')).toMatchObject({ total: 3, limit: 50, offset: 0 });
    expect(idsOf(await page(''))).toEqual(ids);
    const part = await page('?limit=1&offset=1');
    expect(part).toMatchObject({ total: 3, limit: 1, offset: 1 });
    expect(idsOf(part)).toEqual([ids[1]]);
    expect(idsOf(await page('?offset=3'))).toEqual([]);
    const older = await page(`?limit=1&before_id=${ids[0]}`);
    expect([idsOf(older), older.total]).toEqual([[ids[1]], 3]);
    expect(idsOf(await page(`?before_id=${ids[2]}`))).toEqual([]);
    expectRefused(await ada.api.get(`${deliveries}?before_id=0`), 'before_id');
    expectRefused(await ada.api.get(`${deliveries}?limit=201`), 'limit');
    expectRefused(await ada.api.get(`${deliveries}?offset=-1`), 'offset');
  });

  it('is kept for 30 days, however much there is, and so is what was sent', async () => {
    const { webhook } = await aPlace();
    await queueDeliveries(node, webhook, 4_500, new Date(Date.now() + 3600_000));
    await sql`update webhook_deliveries set created_at = now() - interval '31 days'`.execute(node.db);
    await sql`update webhook_events set created_at = now() - interval '31 days'`.execute(node.db);
    const [old, kept] = [
      (await ada.api.post(`${webhook.path}/test`)).body,
      (await ada.api.post(`${webhook.path}/test`)).body,
    ];
    const age = (id: number, days: number) =>
      sql`update webhook_deliveries set created_at = now() - make_interval(days => ${days}, mins => 1)
        where id = ${id}`.execute(node.db);
    await age(old.id, 30);
    await age(kept.id, 29);
    await sql`update webhook_events set created_at = now() - interval '31 days'`.execute(node.db);
    await cleanUp(node);
    expect((await deliveriesOf(ada, webhook)).map(({ id }: { id: number }) => id)).toEqual([kept.id]);
    const { rows } = await sql`select event_id, body from webhook_bodies`.execute(node.db);
    expect(rows).toEqual([{ event_id: kept.event_id, body: kept.request_body }]);
  });
});

describe('a test', () => {
  it('is delivered at once, and its finished delivery is the answer', async () => {
    const { project, receiver, webhook } = await aPlace([withHeaders(200, {}, 'thanks')]);
    const answer = await ada.api.post(`${webhook.path}/test`);
    expect(answer.status).toBe(200);
    const [request] = receiver.received;
    expect(answer.body).toEqual({
      id: expect.any(Number),
      webhook_id: webhook.id,
      event_id: request?.headers['webhook-id'],
      event: 'webhook.test',
      status: 'success',
      attempts: 1,
      response_status: 200,
      duration_ms: expect.any(Number),
      error: null,
      request_body: request?.text,
      response_excerpt: 'thanks',
      created_at: timestamp,
      delivered_at: timestamp,
      next_attempt_at: null,
    });
    verify(webhook.secret, request as NonNullable<typeof request>);
    expect(request?.body).toMatchObject({
      id: answer.body.event_id,
      type: 'webhook.test',
      created_at: timestamp,
      project: { id: project.id, name: project.name },
      actor: { id: ada.id, name: 'Ada' },
      via: 'dashboard',
    });
    const real = (await ada.api.get(`/api/v1/bugs-admin/${await aBug(node, project)}`)).body;
    expect(Object.keys(request?.body.bug).sort()).toEqual(Object.keys(real).sort());
  });

  it('that fails is not tried again', async () => {
    const { receiver, webhook } = await aPlace([500]);
    const { status, body } = await ada.api.post(`${webhook.path}/test`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'failed', attempts: 1, next_attempt_at: null, delivered_at: null });
    expect(await stateOf(ada, webhook)).toMatchObject({ last_status: 'failed', last_delivery_at: timestamp });
    const again = await ada.api.post(`${webhook.path}/deliveries/${body.id}/redeliver`);
    expect(again.body).toMatchObject({ event: 'webhook.test', status: 'pending' });
    await deliveryOf(ada, webhook, { status: 'failed', attempts: 1, next_attempt_at: null });
    expect(receiver.received).toHaveLength(2);
  });

  it('reaches a webhook that is switched off, and leaves it so', async () => {
    const { receiver, webhook } = await aPlace();
    await ada.api.patch(webhook.path, { is_active: false });
    expect((await ada.api.post(`${webhook.path}/test`)).body.status).toBe('success');
    expect(receiver.received).toHaveLength(1);
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: false, last_status: 'success' });
  });

  it.each(['slack', 'discord'])('comes as a message of %s', async (transform) => {
    const { receiver, webhook } = await aPlace([200], { transform });
    const { body } = await ada.api.post(`${webhook.path}/test`);
    expect(body.request_body).toContain('Test of a webhook of Website');
    expect(receiver.received[0]?.text).toBe(body.request_body);
  });

  it('of a webhook that is deleted meanwhile is not found', async () => {
    const { webhook } = await aPlace([
      async (response) => {
        await ada.api.delete(webhook.path);
        response.end();
      },
    ]);
    expectNotFound(await ada.api.post(`${webhook.path}/test`));
  });
});

describe('a redelivery', () => {
  it('is a new delivery of the same event, with the same body', async () => {
    const { project, receiver, webhook, deliveries } = await aPlace();
    await aBug(node, project);
    const first = await deliveryOf(ada, webhook, { status: 'success' });
    await ada.api.patch(webhook.path, { transform: 'slack' });
    const answer = await ada.api.post(`${deliveries}/${first.id}/redeliver`);
    expect(answer.status).toBe(202);
    const { id, event_id, event, request_body } = first;
    expect(answer.body).toMatchObject({ event_id, event, request_body, attempts: 0, status: 'pending' });
    expect(answer.body).toMatchObject({ response_status: null, next_attempt_at: timestamp });
    expect(answer.body.id).toBeGreaterThan(id);
    const [one, two] = await receiver.requests(2);
    expect(two?.text).toBe(one?.text);
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    await deliveryOf(ada, webhook, { id: answer.body.id, status: 'success', attempts: 1 });
    expect((await deliveriesOf(ada, webhook)).map(({ id }: { id: number }) => id)).toEqual([
      answer.body.id,
      id,
    ]);
  });

  it('is tried again when it fails, but once only while the webhook is off', async () => {
    const { project, webhook, deliveries } = await aPlace([500]);
    await aBug(node, project);
    const first = await deliveryOf(ada, webhook, { attempts: 1 });
    const { body } = await ada.api.post(`${deliveries}/${first.id}/redeliver`);
    await deliveryOf(ada, webhook, { id: body.id, status: 'pending', attempts: 1 });
    await makeDue(node, webhook);
    await deliveryOf(ada, webhook, { id: body.id, status: 'pending', attempts: 2 });
    await ada.api.patch(webhook.path, { is_active: false });
    const again = (await ada.api.post(`${deliveries}/${first.id}/redeliver`)).body;
    await deliveryOf(ada, webhook, { id: again.id, status: 'failed', attempts: 1 });
  });

  it.each([...notIds, unknownId])('of %s is not found', async (id) => {
    const { deliveries } = await aPlace();
    expectNotFound(await ada.api.post(`${deliveries}/${id}/redeliver`));
  });

  it("of another webhook's delivery is not found", async () => {
    const [one, other] = [await aPlace(), await aPlace()];
    const { body } = await ada.api.post(`${one.webhook.path}/test`);
    expectNotFound(await ada.api.post(`${other.deliveries}/${body.id}/redeliver`));
    expect(await deliveriesOf(ada, other.webhook)).toEqual([]);
  });
});
