import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { linkIn, startMailbox } from '../../../test/mailbox.ts';
import { type Reaction, startReceiver } from '../../../test/webhook-receiver.ts';
import {
  aWebhook,
  deliveriesOf,
  deliveryOf,
  makeDue,
  stateOf,
  type TestWebhook,
} from '../../../test/webhooks.ts';

const mailbox = await startMailbox();
const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true', SMTP_URL: mailbox.url });

async function aPlace(...answers: [Reaction, ...Reaction[]]) {
  const ada = await aPerson(node);
  const project = await aProject(ada, { name: 'Hive "7"' });
  const receiver = await startReceiver();
  receiver.answer(...answers);
  const webhook = await aWebhook(ada, project, { url: `${receiver.url}/secret-token` });
  return { ada, project, receiver, webhook, report: () => aBug(node, project) };
}

/** Backdates the failures of the webhook. */
async function failFor(interval: string, { id }: TestWebhook): Promise<void> {
  await sql`update webhooks set failing_since = now() - ${interval}::interval where id = ${id}`.execute(
    node.db,
  );
}

describe('an answer 410', () => {
  it('switches the webhook off, ends what waits for it, and tells everybody in the team', async () => {
    const { ada, project, webhook, report } = await aPlace(500, 410);
    const grace = await aColleague(node, ada);
    await report();
    const waiting = await deliveryOf(ada, webhook, { status: 'pending', attempts: 1 });
    await report();
    const last = await deliveryOf(ada, webhook, { status: 'failed', attempts: 1, response_status: 410 });
    expect(last.next_attempt_at).toBeNull();
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: false, last_status: 'failed' });
    const ended = (await deliveriesOf(ada, webhook)).find(({ id }: { id: number }) => id === waiting.id);
    expect(ended).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: 'The webhook was disabled',
      next_attempt_at: null,
    });

    for (const { email } of [ada, grace]) {
      const mail = await mailbox.next(email);
      expect(mail.subject).toBe('A webhook of Hive "7" was disabled');
      expect(mail.text).toContain('410');
      expect(mail.text).not.toContain('secret-token');
      expect(linkIn(mail)).toContain(`/projects/${project.id}/webhooks`);
    }
  });

  it('means that later events are not sent', async () => {
    const { ada, webhook, receiver, report } = await aPlace(410);
    await report();
    await deliveryOf(ada, webhook, { status: 'failed' });
    await report();
    const other = await aWebhook(ada, { id: webhook.project_id }, { url: receiver.url });
    await report();
    await deliveryOf(ada, other, { status: 'failed' });
    expect(await deliveriesOf(ada, webhook)).toHaveLength(1);
  });
});

describe('failures only', () => {
  it('for five days switch the webhook off and tell the team', async () => {
    const { ada, webhook, report } = await aPlace(500);
    await report();
    await deliveryOf(ada, webhook, { attempts: 1 });
    await failFor('5 days 1 second', webhook);
    await makeDue(node, webhook);
    await deliveryOf(ada, webhook, { status: 'failed', attempts: 2, next_attempt_at: null });
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: false });
    expect((await mailbox.next(ada.email)).text).toContain('All deliveries have failed for five days.');
  });

  it('for five days switch the webhook off, however often it fails and is changed meanwhile', async () => {
    const { ada, webhook, report } = await aPlace(500);
    await report();
    for (let day = 1; day <= 4; day++) {
      await deliveryOf(ada, webhook, { status: 'pending', attempts: day });
      expect(await stateOf(ada, webhook)).toMatchObject({ is_active: true });
      await ada.api.patch(webhook.path, { events: ['bug.created', 'bug.updated'] });
      await ada.api.post(`${webhook.path}/rotate-secret`);
      await sql`update webhooks set failing_since = failing_since - interval '30 hours' where id = ${webhook.id}`.execute(
        node.db,
      );
      await makeDue(node, webhook);
    }
    await deliveryOf(ada, webhook, { status: 'failed', attempts: 5, next_attempt_at: null });
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: false });
  });

  it('for less than five days do not', async () => {
    const { ada, webhook, report } = await aPlace(500);
    await report();
    await deliveryOf(ada, webhook, { attempts: 1 });
    await failFor('4 days 23 hours', webhook);
    await makeDue(node, webhook);
    await deliveryOf(ada, webhook, { status: 'pending', attempts: 2 });
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: true });
    expect(mailbox.waiting(ada.email)).toEqual([]);
  });

  it('do not, when one succeeds at the same moment', async () => {
    const [{ ada, webhook, receiver, report }, other] = [await aPlace(200), await aPlace(200)];
    const held: ServerResponse[] = [];
    receiver.answer((response) => void held.push(response));
    for (let count = 0; count < 2; count++) await report();
    await expect.poll(() => held.length).toBe(2);
    await failFor('6 days', webhook);
    // An outcome waiting for its webhook delays later ones, which are then recorded together.
    const release = await hold(node, (trx) =>
      sql`select from webhooks where id = ${other.webhook.id} for no key update`.execute(trx),
    );
    await other.report();
    await whenBlocked(node);
    for (const [index, response] of held.entries()) response.writeHead([200, 500][index] as number).end();
    const ended = () => node.logs.filter(({ msg, webhook: id }) => msg === 'delivery' && id === webhook.id);
    await expect.poll(() => ended().length).toBe(2);
    await release();
    await expect.poll(() => deliveriesOf(ada, webhook)).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: true });
  });

  it('are counted from the first after the last success', async () => {
    const { ada, webhook, report } = await aPlace(200, 500);
    await failFor('6 days', webhook);
    await report();
    await deliveryOf(ada, webhook, { status: 'success' });
    await report();
    await deliveryOf(ada, webhook, { status: 'pending', attempts: 1 });
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: true });
  });

  it('of tests do not count', async () => {
    const { ada, webhook, report } = await aPlace(500);
    await ada.api.post(`${webhook.path}/test`);
    const { rows } = await sql`select failing_since from webhooks where id = ${webhook.id}`.execute(node.db);
    expect(rows).toEqual([{ failing_since: null }]);
    await report();
    await deliveryOf(ada, webhook, { status: 'pending', attempts: 1 });
    await failFor('6 days', webhook);
    expect((await ada.api.post(`${webhook.path}/test`)).body.status).toBe('failed');
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: true });
  });
});

describe('the owner', () => {
  it('switches it on again, which clears the failures', async () => {
    const { ada, webhook, report } = await aPlace(500);
    await ada.api.patch(webhook.path, { is_active: false });
    await failFor('6 days', webhook);
    expect((await ada.api.patch(webhook.path, { is_active: true })).body.is_active).toBe(true);
    await report();
    await deliveryOf(ada, webhook, { status: 'pending', attempts: 1 });
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: true });
  });

  it('gives it another address, which has not failed yet', async () => {
    const { ada, webhook, receiver, report } = await aPlace(500);
    await failFor('6 days', webhook);
    await ada.api.patch(webhook.path, { url: `${receiver.url}/elsewhere` });
    await report();
    await deliveryOf(ada, webhook, { status: 'pending', attempts: 1 });
    expect(receiver.received[0]?.url).toBe('/hook/elsewhere');
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: true });
  });

  it('switches it off, which ends what waits and is told to nobody', async () => {
    const { ada, webhook, report, receiver } = await aPlace(500);
    await report();
    await deliveryOf(ada, webhook, { attempts: 1 });
    expect((await ada.api.patch(webhook.path, { is_active: false })).body.is_active).toBe(false);
    await makeDue(node, webhook);
    await deliveryOf(ada, webhook, { status: 'failed', error: 'The webhook was disabled' });
    expect(receiver.received).toHaveLength(1);
    expect(mailbox.waiting(ada.email)).toEqual([]);
  });

  it('switches it off while a delivery is under way, which is not tried again', async () => {
    const { ada, webhook, report, receiver } = await aPlace((response) => {
      setTimeout(() => response.writeHead(500).end(), 300);
    });
    await report();
    await receiver.requests(1);
    await ada.api.patch(webhook.path, { is_active: false });
    await deliveryOf(ada, webhook, { status: 'failed', attempts: 1, response_status: 500 });
  });
});
