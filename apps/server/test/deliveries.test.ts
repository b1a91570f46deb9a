import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { aReport } from './builders.ts';
import type { Client } from './client.ts';
import { anOwnPostgres } from './own-postgres.ts';
import { aProjectIn } from './process-builders.ts';
import { runService } from './service-process.ts';
import { type ReceivedRequest, type Receiver, startReceiver, verify } from './webhook-receiver.ts';

const bugCount = 50;
const statuses = ['in_progress', 'resolved', 'closed', 'spam'];
const webhookCount = 5;
const deliveryCount = bugCount * statuses.length * webhookCount;
/** A process sends at most 8 deliveries per webhook at a time. */
const maxPerProcess = 8 * webhookCount;

/** A user with a project of 50 bugs, and webhooks with different paths. */
async function aPlace(api: Client, url: string) {
  const { owner: signedIn, project } = await aProjectIn(api);
  const owner = signedIn.retrying();
  const report = () => api.retrying().post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key });
  const reported = await Promise.all(Array.from({ length: bugCount }, report));
  const secrets = new Map<string, string>();
  for (let count = 1; count <= webhookCount; count++) {
    const values = { url: `${url}/${count}`, events: ['bug.updated'] };
    const webhook = (await owner.post(`/api/v1/projects/${project.id}/webhooks`, values)).body;
    secrets.set(new URL(webhook.url).pathname, webhook.secret);
  }
  return { owner, ids: reported.map(({ body }) => body.id as number), secrets };
}

/** Identifies a delivery: a change of a bug to a webhook. */
const deliveryOf = ({ url, body: { bug, changes } }: ReceivedRequest) =>
  `${url} ${bug.id} ${changes.status.to}`;

/** Answers so many requests and holds the others until released. */
function answerThenHold(receiver: Receiver, count: number) {
  const held: ServerResponse[] = [];
  receiver.answer(...(Array(count).fill(200) as [number]), (response) => void held.push(response));
  return {
    holds: (least: number) => expect.poll(() => held.length).toBeGreaterThanOrEqual(least),
    goOn() {
      for (const response of held) response.end();
    },
  };
}

it('kill -9 in the middle of a thousand deliveries loses none, and what comes twice has the same id', async () => {
  const postgres = await anOwnPostgres();
  const countStatuses = async () => {
    const rows = await postgres.query(
      'select status, count(*)::integer from webhook_deliveries group by status',
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  const receiver = await startReceiver();
  const [first, second] = await Promise.all([runService(postgres.settings), runService(postgres.settings)]);
  const { owner, ids, secrets } = await aPlace(first.api, receiver.url);
  const early = answerThenHold(receiver, deliveryCount / 5);
  for (const value of statuses)
    await owner.post('/api/v1/bugs-admin/bulk', { ids, operation: 'set_status', value });

  await early.holds(maxPerProcess + 5);
  await first.end('SIGKILL');
  const late = answerThenHold(receiver, deliveryCount / 2);
  early.goOn();

  await late.holds(10);
  const third = await runService(postgres.settings);
  await second.end('SIGKILL');
  receiver.answer(200);
  late.goOn();

  // Deliveries of the killed processes are repeated after their leases expire.
  await expect.poll(countStatuses, { timeout: 150_000, interval: 500 }).toEqual({ success: deliveryCount });
  expect(await third.end('SIGTERM')).toBe(0);
  expect(receiver.received.length).toBeGreaterThan(deliveryCount);
  const delivered = new Map<string, { id: string; text: string }>();
  for (const request of receiver.received) {
    verify(secrets.get(request.url) as string, request);
    const seen = { id: request.headers['webhook-id'] as string, text: request.text };
    expect(seen).toEqual(delivered.get(deliveryOf(request)) ?? seen);
    delivered.set(deliveryOf(request), seen);
  }
  expect(delivered.size).toBe(deliveryCount);
});
