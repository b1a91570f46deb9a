import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import {
  bees,
  countStatuses,
  expectConflict,
  expectNoContent,
  expectNotFound,
  expectRefused,
  notIds,
  timestamp,
  unknownId,
} from '../../../test/samples.ts';
import { aWebhook, deliveryOf, stateOf } from '../../../test/webhooks.ts';

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const ada = await aPerson(node);
const eve = await aPerson(node);

const url = 'http://127.0.0.1:9/hook';
const valid = { url, events: ['bug.created'] };

async function aPlace(person: Person = ada) {
  const project = await aProject(person);
  return { project, webhooks: `/api/v1/projects/${project.id}/webhooks` };
}

describe('creating', () => {
  it('answers the webhook with its secret, which the list does not show', async () => {
    const { project, webhooks } = await aPlace();
    const answer = await ada.api.post(webhooks, { url, events: ['bug.commented', 'bug.created'] });
    expect(answer.status).toBe(201);
    const { secret, ...webhook } = answer.body;
    expect(webhook).toEqual({
      id: expect.any(Number),
      project_id: project.id,
      url,
      events: ['bug.commented', 'bug.created'],
      transform: 'raw',
      is_active: true,
      created_at: timestamp,
      last_delivery_at: null,
      last_status: null,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await ada.api.get(webhooks)).body).toEqual({ items: [webhook], total: 1 });
  });

  it('takes nothing else from the body', async () => {
    const { webhooks } = await aPlace();
    const more = { id: 1, secret: 'whsec_x', is_active: false, last_status: 'success' };
    const { body } = await ada.api.post(webhooks, { ...valid, ...more });
    expect(body).toMatchObject({ is_active: true, last_status: null });
    expect(body.secret).not.toBe('whsec_x');
  });

  it.each([
    ['transform', 'slack'],
    ['transform', 'discord'],
    ['events', ['bug.created', 'bug.updated', 'bug.commented']],
    ['url', 'HTTPS://Example.COM:8443/a?b=c#d'],
    ['url', 'http://[2001:db8::1]/'],
    ['url', `https://example.com/${'x'.repeat(2048 - 20)}`],
    ['url', `https://example.com/${bees(2048 - 20)}`],
    ['url', 'https://no-such-name.invalid/'],
  ])('takes the %s %j', async (field, value) => {
    const { webhooks } = await aPlace();
    const answer = await ada.api.post(webhooks, { ...valid, [field]: value });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body[field]).toEqual(value);
  });

  const bad: [string, unknown][] = [
    ['url', undefined],
    ['url', null],
    ['url', 5],
    ['url', ''],
    ['url', 'example.com'],
    ['url', '/hook'],
    ['url', 'ftp://example.com/'],
    ['url', 'file:///etc/passwd'],
    ['url', 'javascript:alert(1)'],
    ['url', 'http://'],
    ['url', 'https://exa mple.com/'],
    ['url', ' https://example.com/'],
    ['url', 'https://example.com/\n'],
    ['url', 'https://example.com/\0'],
    ['url', 'https://example.com/\ud800'],
    ['url', 'https://example.com:99999/'],
    ['url', 'https://user:password@example.com/'],
    ['url', 'https://user@example.com/'],
    ['url', `https://example.com/${'x'.repeat(2048 - 19)}`],
    ['events', undefined],
    ['events', null],
    ['events', []],
    ['events', 'bug.created'],
    ['events', ['bug.created', 'bug.created']],
    ['transform', null],
    ['transform', 'teams'],
  ];
  it.each(bad)('refuses the %s %j, also for a change', async (field, value) => {
    const { project, webhooks } = await aPlace();
    expectRefused(await ada.api.post(webhooks, { ...valid, [field]: value }), field);
    expect((await ada.api.get(webhooks)).body.total).toBe(0);
    if (value === undefined) return;
    const webhook = await aWebhook(ada, project, valid);
    expectRefused(await ada.api.patch(webhook.path, { [field]: value }), field);
    expect(await stateOf(ada, webhook)).toMatchObject(valid);
  });

  it.each([['bug.deleted'], ['webhook.test'], [5], [null]])('refuses the event %j', async (event) => {
    const { webhooks } = await aPlace();
    expectRefused(await ada.api.post(webhooks, { url, events: ['bug.created', event] }), 'events.1');
  });

  it('is possible 50 times a project, also when they come at once', async () => {
    const { project, webhooks } = await aPlace();
    await sql`insert into webhooks (team_id, project_id, url, events, transform, secret)
      select ${ada.teamId}, ${project.id}, ${url}, '{bug.created}', 'raw', 'whsec_' from generate_series(1, 45)`.execute(
      node.db,
    );
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.api.post(webhooks, valid)));
    expect(countStatuses(answers)).toEqual({ 201: 5, 409: 5 });
    const [first] = (await ada.api.get(webhooks)).body.items;
    expectConflict(await ada.api.post(webhooks, valid));
    await ada.api.delete(`${webhooks}/${first.id}`);
    expect((await ada.api.post(webhooks, valid)).status).toBe(201);
  });
});

it('lists the newest first', async () => {
  const { project, webhooks } = await aPlace();
  const ids = [];
  for (let count = 0; count < 3; count++) ids.unshift((await aWebhook(ada, project, valid)).id);
  const { items, total } = (await ada.api.get(webhooks)).body;
  expect(items.map(({ id }: { id: number }) => id)).toEqual(ids);
  expect(total).toBe(3);
});

describe('changing', () => {
  it.each([
    ['url', 'https://hooks.example.com/'],
    ['events', ['bug.updated', 'bug.created']],
    ['transform', 'slack'],
    ['is_active', false],
  ])('sets the %s alone', async (field, value) => {
    const webhook = await aWebhook(ada, (await aPlace()).project, valid);
    const before = await stateOf(ada, webhook);
    const answer = await ada.api.patch(webhook.path, { [field]: value });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, [field]: value });
    expect(await stateOf(ada, webhook)).toEqual(answer.body);
  });

  it.each([
    ['body', {}],
    ['body', { secret: 'whsec_x' }],
    ['is_active', { is_active: 'false' }],
    ['is_active', { is_active: null }],
  ])('refuses the %s of %j', async (field, patch) => {
    const webhook = await aWebhook(ada, (await aPlace()).project, valid);
    expectRefused(await ada.api.patch(webhook.path, patch), field);
  });
});

describe('deleting', () => {
  it('takes the webhook and its log, once', async () => {
    const { project } = await aPlace();
    const webhook = await aWebhook(ada, project, valid);
    await aBug(node, project);
    await deliveryOf(ada, webhook, { attempts: 1 });
    expectNoContent(await ada.api.delete(webhook.path));
    expectNotFound(await ada.api.delete(webhook.path));
    expectNotFound(await ada.api.get(`${webhook.path}/deliveries`));
    const { rows } = await sql`select from webhook_deliveries where webhook_id = ${webhook.id}`.execute(
      node.db,
    );
    expect(rows).toEqual([]);
  });

  it('of the project takes them too', async () => {
    const { project } = await aPlace();
    const webhook = await aWebhook(ada, project, valid);
    await aBug(node, project);
    await deliveryOf(ada, webhook, { attempts: 1 });
    expectNoContent(await ada.api.delete(`/api/v1/projects/${project.id}`));
    const { rows } = await sql`select from webhooks where id = ${webhook.id}`.execute(node.db);
    expect(rows).toEqual([]);
  });
});

describe('a webhook that is not there', () => {
  const requests = (person: Person, path: string) => [
    person.api.patch(path, { is_active: false }),
    person.api.delete(path),
    person.api.get(`${path}/deliveries`),
    person.api.post(`${path}/test`),
    person.api.post(`${path}/rotate-secret`),
    person.api.post(`${path}/deliveries/1/redeliver`),
  ];

  it("is somebody else's, or one of another project", async () => {
    const { project, webhooks } = await aPlace();
    const webhook = await aWebhook(ada, project, valid);
    const elsewhere = (await aPlace()).webhooks;
    const eves = (await aPlace(eve)).webhooks;
    const answers = await Promise.all([
      ...requests(eve, webhook.path),
      ...requests(eve, `${eves}/${webhook.id}`),
      ...requests(ada, `${elsewhere}/${webhook.id}`),
      eve.api.get(webhooks),
      eve.api.post(webhooks, valid),
    ]);
    for (const answer of answers) expectNotFound(answer);
    expect(await stateOf(ada, webhook)).toMatchObject({ is_active: true });
  });

  it.each([...notIds, unknownId])('is %s, and so are the webhooks of project %s', async (id) => {
    const { webhooks } = await aPlace();
    const answers = await Promise.all([
      ...requests(ada, `${webhooks}/${id}`),
      ada.api.get(`/api/v1/projects/${id}/webhooks`),
      ada.api.post(`/api/v1/projects/${id}/webhooks`, valid),
    ]);
    for (const answer of answers) expectNotFound(answer);
  });
});
