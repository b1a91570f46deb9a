import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { timestamp } from '../../../../test/samples.ts';
import {
  endless,
  type Reaction,
  silence,
  startReceiver,
  withHeaders,
} from '../../../../test/webhook-receiver.ts';
import { aWebhook, deliveryOf, makeDue, stateOf, type TestWebhook } from '../../../../test/webhooks.ts';
import { createWebhookClient } from './client.ts';

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const ada = await aPerson(node);

/** Sets the webhook timeout for the rest of the test. */
function allow(timeoutMs: number): void {
  const usual = node.context.webhookClient;
  node.context.webhookClient = createWebhookClient({ allowPrivate: true, timeoutMs });
  onTestFinished(() => {
    node.context.webhookClient = usual;
  });
}

/** A webhook with these responses and one delivery. */
async function anAttempt(...answers: [Reaction, ...Reaction[]]) {
  const project = await aProject(ada);
  const receiver = await startReceiver();
  receiver.answer(...answers);
  const webhook = await aWebhook(ada, project, { url: receiver.url });
  await aBug(node, project);
  const delivery = await deliveryOf(ada, webhook, { attempts: 1 });
  return { project, receiver, webhook, delivery };
}

/** Seconds until the next attempt. */
async function secondsToNext({ id }: TestWebhook): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - last_delivery_at)::float8 as seconds
    from webhook_deliveries join webhooks on webhooks.id = webhook_id where webhook_id = ${id}`.execute(
    node.db,
  );
  return rows[0]?.seconds as number;
}

describe('an attempt succeeds', () => {
  it.each([200, 201, 202, 204, 299])('when the target answers %i', async (status) => {
    const { webhook, delivery } = await anAttempt(status);
    expect(delivery).toMatchObject({
      status: 'success',
      attempts: 1,
      response_status: status,
      duration_ms: expect.any(Number),
      error: null,
      delivered_at: timestamp,
      next_attempt_at: null,
    });
    expect(await stateOf(ada, webhook)).toMatchObject({
      last_status: 'success',
      last_delivery_at: timestamp,
    });
  });

  it('with a body that never ends, of which the beginning is kept', async () => {
    const { delivery } = await anAttempt(endless());
    expect(delivery).toMatchObject({ status: 'success', response_status: 200 });
    expect(delivery.response_excerpt).toBe('bees '.repeat(1000).slice(0, 4096));
  });

  it('with a body that is no text', async () => {
    const bytes = Buffer.concat([Buffer.from([0, 0xff, 0xed, 0xa0, 0x80]), Buffer.from('🐝'.repeat(1025))]);
    const { delivery } = await anAttempt((response) => response.end(bytes));
    expect(delivery.status).toBe('success');
    expect(delivery.response_excerpt).toMatch(/^\ufffd{5}(🐝)+$/u);
  });

  it('just before the time is over', async () => {
    allow(20_000);
    const { delivery } = await anAttempt((response) => setTimeout(() => response.end('late'), 1_000));
    expect(delivery).toMatchObject({ status: 'success', response_excerpt: 'late' });
  });
});

describe('an attempt fails', () => {
  it.each([400, 404, 429, 500, 503])('when the target answers %i', async (status) => {
    const { webhook, delivery } = await anAttempt(withHeaders(status, {}, 'No <b>'));
    expect(delivery).toMatchObject({
      status: 'pending',
      response_status: status,
      error: `The target responded ${status}`,
      response_excerpt: 'No <b>',
      delivered_at: null,
      next_attempt_at: timestamp,
    });
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: true, last_status: 'failed' });
  });

  it.each([301, 302, 303, 307, 308])('when the target answers %i, which is not followed', async (status) => {
    const elsewhere = await startReceiver();
    const { delivery } = await anAttempt(withHeaders(status, { location: elsewhere.url }));
    expect(delivery.error).toBe(`The target responded ${status}; redirects are not followed`);
    expect(elsewhere.received).toEqual([]);
  });

  it.each<[string, Reaction]>([
    ['never answers', silence],
    ['begins to answer and goes silent', (response) => void response.writeHead(200).write('x')],
  ])('when the target %s', async (_name, answer) => {
    allow(300);
    const { delivery } = await anAttempt(answer);
    expect(delivery).toMatchObject({
      status: 'pending',
      response_status: null,
      error: 'No complete response within 0.3 seconds',
    });
  });

  const brokenOff = 'The target closed the connection';
  it.each<[string, Reaction, string]>([
    ['breaks off', (response) => void response.destroy(), brokenOff],
    [
      'breaks off in the middle of its answer',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('x');
        setTimeout(() => response.destroy(), 20);
      },
      brokenOff,
    ],
    [
      'does not speak HTTP',
      (response) => void response.socket?.end('SSH-2.0-bees\r\n'),
      'The target did not respond with valid HTTP',
    ],
  ])('when the target %s', async (_name, answer, error) => {
    const { delivery } = await anAttempt(answer);
    expect(delivery).toMatchObject({ status: 'pending', response_status: null });
    expect(delivery.error).toContain(error);
  });

  it('when nobody is there', async () => {
    const project = await aProject(ada);
    const webhook = await aWebhook(ada, project, { url: 'http://127.0.0.1:9/' });
    await aBug(node, project);
    const { error } = await deliveryOf(ada, webhook, { attempts: 1 });
    expect(error).toBe('The target refused the connection');
  });

  it('when https is asked for and the target speaks http', async () => {
    const project = await aProject(ada);
    const { url } = await startReceiver();
    const webhook = await aWebhook(ada, project, { url: url.replace('http:', 'https:') });
    await aBug(node, project);
    const { error } = await deliveryOf(ada, webhook, { attempts: 1 });
    expect(error).toBe('The TLS connection failed');
  });
});

describe('the next attempt', () => {
  it('comes after a time that grows, varied by a fifth; the tenth is the last', async () => {
    const { webhook, receiver } = await anAttempt(500);
    const hour = 3600;
    const delays = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
    for (const [index, delay] of delays.entries()) {
      const seconds = await secondsToNext(webhook);
      expect(Math.abs(seconds - delay), `after attempt ${index + 1}`).toBeLessThanOrEqual(delay * 0.2 + 0.01);
      await makeDue(node, webhook);
      await deliveryOf(ada, webhook, { attempts: index + 2 });
    }
    const last = await deliveryOf(ada, webhook, { status: 'failed', attempts: 10 });
    expect(last).toMatchObject({ next_attempt_at: null, delivered_at: null });
    expect(receiver.received).toHaveLength(10);
  });

  it('is varied', async () => {
    const attempts = await Promise.all(Array.from({ length: 4 }, () => anAttempt(500)));
    const delays = await Promise.all(attempts.map(({ webhook }) => secondsToNext(webhook)));
    expect(new Set(delays).size).toBeGreaterThan(1);
  });

  it.each([
    ['120', 120],
    ['1', 5],
    ['999999', 24 * 3600],
    ['-5', 5],
    ['soon', 5],
  ])('waits as long as Retry-After %s asks, within the scale', async (value, expected) => {
    const { webhook } = await anAttempt(withHeaders(429, { 'retry-after': value }));
    const seconds = await secondsToNext(webhook);
    const tolerance = expected === 5 ? 1.01 : 0.01;
    expect(Math.abs(seconds - expected)).toBeLessThanOrEqual(tolerance);
  });

  it('waits until the date that Retry-After names', async () => {
    const inTenMinutes = new Date(Date.now() + 600_000).toUTCString();
    const { webhook } = await anAttempt(withHeaders(503, { 'retry-after': inTenMinutes }));
    const seconds = await secondsToNext(webhook);
    expect(seconds).toBeGreaterThan(590);
    expect(seconds).toBeLessThanOrEqual(600);
  });

  it('can succeed, and then it is over', async () => {
    const { webhook, receiver } = await anAttempt(500, 200);
    await makeDue(node, webhook);
    await deliveryOf(ada, webhook, { status: 'success', attempts: 2, response_status: 200, error: null });
    await makeDue(node, webhook);
    expect(receiver.received).toHaveLength(2);
  });
});
