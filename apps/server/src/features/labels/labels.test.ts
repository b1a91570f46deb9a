import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aColleague, aPerson, type Person, storeTeam } from '../../../test/builders.ts';
import type { Client } from '../../../test/client.ts';
import { startService } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import {
  badNames,
  bees,
  countStatuses,
  expectConflict,
  expectNoContent,
  expectNotFound,
  expectRefused,
  notIds,
  unknownId,
} from '../../../test/samples.ts';

const node = await startService();
const ada = await aPerson(node);
const stranger = await aPerson(node);

async function aCatalogue(): Promise<{ teamId: number; labels: string }> {
  const teamId = await storeTeam(node, ada);
  return { teamId, labels: `/api/v1/teams/${teamId}/labels` };
}

const amber = '#F59E0B';
const create = (labels: string, name: unknown, color: unknown = amber, api: Client = ada.api) =>
  api.post(labels, { name, color });
const list = async (labels: string) => (await ada.api.get(labels)).body;

describe('creating', () => {
  it('answers the label, which is in the catalogue from then on', async () => {
    const { teamId, labels } = await aCatalogue();
    const answer = await create(labels, 'Checkout');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      team_id: teamId,
      name: 'Checkout',
      color: amber,
      bug_count: 0,
    });
    expect(await list(labels)).toEqual({ items: [answer.body], total: 1 });
  });

  it('takes nothing else from the body', async () => {
    const { teamId, labels } = await aCatalogue();
    const body = { name: 'Checkout', color: amber, id: 1, team_id: stranger.teamId, bug_count: 9 };
    expect((await ada.api.post(labels, body)).body).toMatchObject({ team_id: teamId, bug_count: 0 });
    expect((await stranger.api.get(`/api/v1/teams/${stranger.teamId}/labels`)).body.total).toBe(0);
  });

  it.each(['x', ' not trimmed ', 'a\nb', "'; drop table labels", bees(50), 'e\u0301', '%_'])(
    'takes the name %j as it is',
    async (name) => {
      const answer = await create((await aCatalogue()).labels, name);
      expect(answer.status).toBe(201);
      expect(answer.body.name).toBe(name);
    },
  );

  it.each(['#000000', '#ffffff', '#aBcDeF'])('takes the color %s as it is', async (color) => {
    const answer = await create((await aCatalogue()).labels, 'Checkout', color);
    expect(answer.status).toBe(201);
    expect(answer.body.color).toBe(color);
  });

  it.each([...badNames, ['51 letters', 'x'.repeat(51)], ['51 emoji', bees(51)]])(
    'refuses a name that is %s',
    async (_what, name) => {
      const { labels } = await aCatalogue();
      expectRefused(await create(labels, name), 'name');
      expect((await list(labels)).total).toBe(0);
    },
  );

  it.each([
    null,
    5,
    '',
    'red',
    'F59E0B',
    '#F59E0',
    '#F59E0B0',
    '#F59E0G',
    '#fff',
    ' #F59E0B',
    '#F59E0B\n',
    '#٠٠٠٠٠٠',
    'url(#123456)',
    [amber],
  ])('refuses the color %j', async (color) => {
    expectRefused(await create((await aCatalogue()).labels, 'Checkout', color), 'color');
  });

  it('refuses a body without a color, and none at all', async () => {
    const { labels } = await aCatalogue();
    expectRefused(await ada.api.post(labels, { name: 'Checkout' }), 'color');
    expect((await ada.api.post(labels)).status).toBe(422);
  });
});

describe('a name that is taken', () => {
  it.each([
    ['Checkout', 'Checkout'],
    ['Checkout', 'cHECKOUT'],
    ['Äußeres', 'ÄUßERES'],
    ['ПОЧТА', 'почта'],
  ])('is %j when there is %j: a conflict', async (name, taken) => {
    const { labels } = await aCatalogue();
    const { id } = (await create(labels, taken)).body;
    expectConflict(await create(labels, name));
    const other = (await create(labels, 'Other')).body;
    expectConflict(await ada.api.patch(`${labels}/${other.id}`, { name, color: '#000000' }));
    expect((await list(labels)).items).toEqual([other, expect.objectContaining({ id, name: taken })]);
  });

  it('is free in another team, and again when the label is gone', async () => {
    const [one, two] = [await aCatalogue(), await aCatalogue()];
    const { id } = (await create(one.labels, 'Checkout')).body;
    expect((await create(two.labels, 'Checkout')).status).toBe(201);
    expectNoContent(await ada.api.delete(`${one.labels}/${id}`));
    expect((await create(one.labels, 'checkout')).status).toBe(201);
  });

  it('is given once when several want it at the same time', async () => {
    const { labels } = await aCatalogue();
    const names = ['a', 'A', 'a', 'A', 'a'];
    expect(countStatuses(await Promise.all(names.map((name) => create(labels, name))))).toEqual({
      201: 1,
      409: 4,
    });
    const others = await Promise.all(['b', 'c', 'd'].map((name) => create(labels, name)));
    const renamed = await Promise.all(
      others.map(({ body }) => ada.api.patch(`${labels}/${body.id}`, { name: 'Z' })),
    );
    expect(countStatuses(renamed)).toEqual({ 200: 1, 409: 2 });
  });

  it('is a conflict, and no fault, for two who swap the names of labels at the same time', async () => {
    const { labels } = await aCatalogue();
    const [one, two] = [(await create(labels, 'one')).body.id, (await create(labels, 'two')).body.id];
    const release = await hold(node, (trx) =>
      sql`select from labels where id in (${one}, ${two}) for update`.execute(trx),
    );
    const swap = [
      ada.api.patch(`${labels}/${one}`, { name: 'two' }),
      ada.api.patch(`${labels}/${two}`, { name: 'one' }),
    ];
    await whenBlocked(node, 2);
    await release();
    for (const { status, text } of await Promise.all(swap)) expect([200, 409], text).toContain(status);
  });
});

it('lists the newest first', async () => {
  const { labels } = await aCatalogue();
  const created = [];
  for (const name of ['b', 'a', 'c']) created.unshift((await create(labels, name)).body);
  await create((await aCatalogue()).labels, 'of another team');
  expect(await list(labels)).toEqual({ items: created, total: 3 });
});

describe('changing', () => {
  it.each([
    { name: 'Payment' },
    { color: '#000000' },
    { name: 'Payment', color: '#000000' },
    { name: 'CHECKOUT' },
    { name: 'Checkout' },
  ])('takes %j and leaves the rest', async (patch) => {
    const { labels } = await aCatalogue();
    const before = (await create(labels, 'Checkout')).body;
    const more = { id: 1, team_id: stranger.teamId, bug_count: 9 };
    const answer = await ada.api.patch(`${labels}/${before.id}`, { ...more, ...patch });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, ...patch });
    expect(await list(labels)).toEqual({ items: [answer.body], total: 1 });
  });

  it.each([
    [{}, 'body'],
    [{ bug_count: 1 }, 'body'],
    [{ name: null }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: bees(51) }, 'name'],
    [{ name: 'Payment', color: 'red' }, 'color'],
    [{ color: null }, 'color'],
  ])('refuses %j', async (patch, field) => {
    const { labels } = await aCatalogue();
    const before = (await create(labels, 'Checkout')).body;
    expectRefused(await ada.api.patch(`${labels}/${before.id}`, patch), field);
    expect((await list(labels)).items).toEqual([before]);
  });
});

it('deletes a label, once', async () => {
  const { labels } = await aCatalogue();
  const kept = (await create(labels, 'kept')).body;
  const { id } = (await create(labels, 'Checkout')).body;
  expectNoContent(await ada.api.delete(`${labels}/${id}`));
  expectNotFound(await ada.api.delete(`${labels}/${id}`));
  expectNotFound(await ada.api.patch(`${labels}/${id}`, { name: 'Back' }));
  expect(await list(labels)).toEqual({ items: [kept], total: 1 });
});

describe('a label that is not there', () => {
  async function expectHidden({ api }: Person, labels: string, id: unknown): Promise<void> {
    expectNotFound(await api.patch(`${labels}/${id}`, { name: 'Mine' }));
    expectNotFound(await api.delete(`${labels}/${id}`));
  }

  it("is somebody else's, or one of another team", async () => {
    const { labels } = await aCatalogue();
    const label = (await create(labels, 'Checkout')).body;
    await expectHidden(stranger, labels, label.id);
    await expectHidden(stranger, `/api/v1/teams/${stranger.teamId}/labels`, label.id);
    await expectHidden(ada, (await aCatalogue()).labels, label.id);
    expectNotFound(await stranger.api.get(labels));
    expectNotFound(await create(labels, 'Mine', amber, stranger.api));
    expect(await list(labels)).toEqual({ items: [label], total: 1 });
  });

  it.each([...notIds, unknownId])('is %s, a label or a team', async (id) => {
    const { labels } = await aCatalogue();
    const label = (await create(labels, 'Checkout')).body;
    const elsewhere = `/api/v1/teams/${id}/labels`;
    await expectHidden(ada, labels, id);
    await expectHidden(ada, elsewhere, label.id);
    expectNotFound(await ada.api.get(elsewhere));
    expectNotFound(await create(elsewhere, 'Mine'));
  });
});

it('belongs to everybody in the team', async () => {
  const grace = await aColleague(node, ada);
  const labels = `/api/v1/teams/${ada.teamId}/labels`;
  const { id } = (await create(labels, 'Checkout', amber, grace.api)).body;
  expect((await ada.api.patch(`${labels}/${id}`, { name: 'Payment' })).status).toBe(200);
  expect((await grace.api.get(labels)).body.items).toMatchObject([{ id, name: 'Payment' }]);
});

it('allows 500 labels a team, also when they come at once', async () => {
  const { teamId, labels } = await aCatalogue();
  await sql`insert into labels (team_id, name, color)
    select ${teamId}, 'label ' || n, '#000000' from generate_series(1, 495) as n`.execute(node.db);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => create(labels, `new ${n}`)));
  expect(countStatuses(answers)).toEqual({ 201: 5, 409: 5 });
  const { items, total } = await list(labels);
  expect([items.length, total]).toEqual([500, 500]);
  await ada.api.delete(`${labels}/${items[0].id}`);
  expect((await create(labels, 'one')).status).toBe(201);
  expectConflict(await create(labels, 'one more'));
  expect((await create((await aCatalogue()).labels, 'one more')).status).toBe(201);
});
