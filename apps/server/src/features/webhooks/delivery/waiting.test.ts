import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { hold, whenBlocked } from '../../../../test/hold.ts';
import { expectNotFound } from '../../../../test/samples.ts';
import { startReceiver } from '../../../../test/webhook-receiver.ts';
import { aWebhook, deliveryOf, queueDeliveries } from '../../../../test/webhooks.ts';
import { insertActivity } from '../../activity/queries.ts';

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const ada = await aPerson(node);
const soon = () => new Date(Date.now() + 3600_000);

describe('projects', () => {
  it('take turns, however many webhooks and deliveries one of them has', async () => {
    const receiver = await startReceiver();
    receiver.answer((response) => void setTimeout(() => response.end(), 50));
    const [large, small] = [await aProject(ada), await aProject(ada)];
    const manyWebhooks = await Promise.all(
      Array.from({ length: 50 }, () => aWebhook(ada, large, { url: `${receiver.url}/large` })),
    );
    const webhook = await aWebhook(ada, small, { url: `${receiver.url}/small` });
    for (const one of manyWebhooks) await queueDeliveries(node, one, 100, soon());
    await queueDeliveries(node, webhook, 30, soon());
    // All targets work, and everything is due at the same time.
    await sql`update webhooks set last_status = 'success'`.execute(node.db);
    await sql`update webhook_deliveries set next_attempt_at = now()`.execute(node.db);
    const isSmall = ({ url }: { url: string }) => url.endsWith('small');
    await expect.poll(() => receiver.received.filter(isSmall).length).toBe(30);
    // In order of arrival; the large one has 5,000.
    expect(receiver.received.findLastIndex(isSmall)).toBeLessThan(1_000);
    await ada.api.delete(`/api/v1/projects/${large.id}`);
  });
});

describe('what waits of a project', () => {
  it('is bounded: what comes on top is noted as failed, and can be sent again', async () => {
    const [project, receiver] = [await aProject(ada), await startReceiver()];
    const full = await aWebhook(ada, project, { url: receiver.url, events: ['bug.updated'] });
    await queueDeliveries(node, full, 50_000, soon());
    const webhook = await aWebhook(ada, project, { url: receiver.url });
    const id = await aBug(node, project);
    const error = 'Not queued: the project had 50,000 pending deliveries. Redeliver it later.';
    const refused = await deliveryOf(ada, webhook, { status: 'failed', attempts: 0, error });
    expect(refused).toMatchObject({ event: 'bug.created', request_body: null, next_attempt_at: null });
    expect(node.logs).toContainEqual(expect.objectContaining({ project: project.id, refused: 1 }));
    const again = await ada.api.post(`${webhook.path}/deliveries/${refused.id}/redeliver`);
    expect(again.status).toBe(202);
    const [request] = await receiver.requests(1);
    expect(request).toMatchObject({ text: again.body.request_body, body: { bug: { id } } });
    expect(request?.headers['webhook-id']).toBe(refused.event_id);
    await ada.api.delete(full.path);
    await aBug(node, project);
    await deliveryOf(ada, webhook, { status: 'success', event: 'bug.created', error: null });
  });
});

describe('a webhook that is switched off while an event is handed on', () => {
  async function aPlace() {
    const [project, receiver, other] = [await aProject(ada), await startReceiver(), await startReceiver()];
    const bugId = await aBug(node, project);
    const events = ['bug.updated'];
    const off = await aWebhook(ada, project, { url: receiver.url, events });
    const on = await aWebhook(ada, project, { url: other.url, events });
    return { project, bugId, off, on, receiver, other };
  }

  it('does not get it', async () => {
    const { project, bugId, off, receiver, other } = await aPlace();
    const release = await hold(node, (trx) => sql`lock table bugs in exclusive mode`.execute(trx));
    const by = { actorId: ada.id, via: 'dashboard', requestId: null } as const;
    const bug = { id: bugId, team_id: ada.teamId, project_id: project.id };
    const change = { bug, kind: 'severity_changed', changes: { severity: {} } } as const;
    await node.db.transaction().execute((trx) => insertActivity(trx, by, [change]));
    await whenBlocked(node);
    expect((await ada.api.patch(off.path, { is_active: false })).status).toBe(200);
    await release();
    await other.requests(1);
    await untilNothingWaits(off);
    expect(receiver.received).toEqual([]);
  });

  it('does not get what was queued at that moment either, but what somebody asks for', async () => {
    const { off, receiver } = await aPlace();
    await ada.api.patch(off.path, { is_active: false });
    await queueDeliveries(node, off, 1);
    const ended = await deliveryOf(ada, off, { status: 'failed', error: 'The webhook was disabled' });
    expect(receiver.received).toEqual([]);
    await ada.api.post(`${off.path}/deliveries/${ended.id}/redeliver`);
    await deliveryOf(ada, off, { status: 'success', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
  });

  async function untilNothingWaits({ id }: { id: number }): Promise<void> {
    const waiting = async () =>
      (
        await sql`select from webhook_deliveries where webhook_id = ${id} and status = 'pending'`.execute(
          node.db,
        )
      ).rows.length;
    await expect.poll(waiting).toBe(0);
  }
});

describe('a redelivery', () => {
  it.each(['webhooks', 'projects'] as const)('while its %s row goes is not found', async (table) => {
    const [project, receiver] = [await aProject(ada), await startReceiver()];
    const webhook = await aWebhook(ada, project, { url: receiver.url });
    const { body } = await ada.api.post(`${webhook.path}/test`);
    const id = table === 'webhooks' ? webhook.id : project.id;
    const release = await hold(node, (trx) => trx.deleteFrom(table).where('id', '=', id).execute());
    const answer = ada.api.post(`${webhook.path}/deliveries/${body.id}/redeliver`);
    await whenBlocked(node);
    await release();
    expectNotFound(await answer);
  });
});

describe('tests and redeliveries', () => {
  it('are together limited to 30 a minute for a project', async () => {
    const [project, receiver] = [await aProject(ada), await startReceiver()];
    const webhook = await aWebhook(ada, project, { url: receiver.url });
    const test = () => ada.api.post(`${webhook.path}/test`);
    const { body } = await test();
    const again = () => ada.api.post(`${webhook.path}/deliveries/${body.id}/redeliver`);
    const stranger = await aPerson(node);
    for (let count = 0; count < 3; count++) expectNotFound(await stranger.api.post(`${webhook.path}/test`));
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, index) => (index % 2 ? test() : again())),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    for (const send of [test, again]) {
      const refused = await send();
      expect([refused.status, refused.body]).toEqual([429, { detail: 'Rate limit exceeded: 30 per minute' }]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const other = await aWebhook(ada, await aProject(ada), { url: receiver.url });
    expect((await ada.api.post(`${other.path}/test`)).status).toBe(200);
  });
});
