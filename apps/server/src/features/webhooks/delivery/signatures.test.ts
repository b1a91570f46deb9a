import { transforms } from '@skep/vocabulary';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { everythingStored } from '../../../../test/samples.ts';
import { type ReceivedRequest, startReceiver, verify } from '../../../../test/webhook-receiver.ts';
import { aWebhook, deliveryOf, makeDue } from '../../../../test/webhooks.ts';

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const ada = await aPerson(node);

async function aPlace(values: Record<string, unknown> = {}) {
  const project = await aProject(ada);
  const receiver = await startReceiver();
  const webhook = await aWebhook(ada, project, { url: receiver.url, ...values });
  return { project, receiver, webhook };
}

const rotate = async (path: string): Promise<string> =>
  (await ada.api.post(`${path}/rotate-secret`)).body.secret;

const signaturesOf = ({ headers }: ReceivedRequest) => String(headers['webhook-signature']).split(' ');

it.each(transforms)('a %s delivery is signed as Standard Webhooks has it', async (transform) => {
  const { project, receiver, webhook } = await aPlace({ transform });
  await aBug(node, project, { title: 'Größe 🐝' });
  const [request] = (await receiver.requests(1)) as [ReceivedRequest];
  verify(webhook.secret, request);
  expect(() => verify(`whsec_${Buffer.alloc(24).toString('base64')}`, request)).toThrow();
  expect(() => verify(webhook.secret, { ...request, text: `${request.text} ` })).toThrow();
  expect(request).toMatchObject({ method: 'POST', url: '/hook' });
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Skep\/\d/),
    'content-length': String(Buffer.byteLength(request.text)),
  });
  const delivery = await deliveryOf(ada, webhook, { status: 'success' });
  expect(delivery.request_body).toBe(request.text);
  expect(delivery.event_id).toBe(request.headers['webhook-id']);
});

it('every attempt has the same id and a fresh timestamp and signature', async () => {
  const { project, receiver, webhook } = await aPlace();
  receiver.answer(500);
  await aBug(node, project);
  await deliveryOf(ada, webhook, { attempts: 1 });
  const [first] = receiver.received as [ReceivedRequest];
  const second = Number(first.headers['webhook-timestamp']);
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(second);
  await makeDue(node, webhook);
  const [, again] = (await receiver.requests(2)) as [ReceivedRequest, ReceivedRequest];
  verify(webhook.secret, again);
  expect(again.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(again.text).toBe(first.text);
  expect(Number(again.headers['webhook-timestamp'])).toBeGreaterThan(second);
  expect(signaturesOf(again)).not.toEqual(signaturesOf(first));
});

it('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { receiver, webhook } = await aPlace();
  const secret = await rotate(webhook.path);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await ada.api.post(`${webhook.path}/test`);
  const [during] = (await receiver.requests(1)) as [ReceivedRequest];
  verify(secret, during);
  verify(webhook.secret, during);
  expect(signaturesOf(during)).toHaveLength(2);

  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from former_secret_ends_at - now())::float8 / 3600 as hours
    from webhooks where id = ${webhook.id}`.execute(node.db);
  expect(rows[0]?.hours).toBeCloseTo(24, 1);
  await sql`update webhooks set former_secret_ends_at = now() where id = ${webhook.id}`.execute(node.db);
  await ada.api.post(`${webhook.path}/test`);
  const [, after] = (await receiver.requests(2)) as [ReceivedRequest, ReceivedRequest];
  verify(secret, after);
  expect(() => verify(webhook.secret, after)).toThrow();
});

it('a second rotation ends the first secret', async () => {
  const { receiver, webhook } = await aPlace();
  const second = await rotate(webhook.path);
  const third = await rotate(webhook.path);
  await ada.api.post(`${webhook.path}/test`);
  const [request] = (await receiver.requests(1)) as [ReceivedRequest];
  for (const secret of [second, third]) verify(secret, request);
  expect(() => verify(webhook.secret, request)).toThrow();
});

it('a delivery that waits is signed with the secrets that hold when it is sent', async () => {
  const { project, receiver, webhook } = await aPlace();
  receiver.answer(500);
  await aBug(node, project);
  await deliveryOf(ada, webhook, { attempts: 1 });
  const secret = await rotate(webhook.path);
  await makeDue(node, webhook);
  const [, again] = (await receiver.requests(2)) as [ReceivedRequest, ReceivedRequest];
  verify(secret, again);
  verify(webhook.secret, again);
});

it('secrets are neither listed nor logged', async () => {
  const { webhook } = await aPlace();
  const secret = await rotate(webhook.path);
  const answers = [
    await ada.api.get(`/api/v1/projects/${webhook.project_id}/webhooks`),
    await ada.api.patch(webhook.path, { events: ['bug.updated'] }),
    await ada.api.post(`${webhook.path}/test`),
    await ada.api.get(`${webhook.path}/deliveries`),
  ];
  const told = answers.map(({ text }) => text).join() + JSON.stringify(node.logs);
  for (const hidden of [secret, webhook.secret]) expect(told).not.toContain(hidden);
  expect(await everythingStored(node)).toContain(secret);
});
