import { describe, expect, it } from 'vitest';
import { aColleague, aPerson, type Person, storeTeam } from '../../../test/builders.ts';
import type { Client } from '../../../test/client.ts';
import { startService } from '../../../test/harness.ts';
import {
  badNames,
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

const node = await startService();
const ada = await aPerson(node);
const stranger = await aPerson(node);

async function aPlace(): Promise<{ teamId: number; views: string }> {
  const teamId = await storeTeam(node, ada);
  return { teamId, views: `/api/v1/teams/${teamId}/saved-views` };
}

const create = (views: string, values: Record<string, unknown> = {}, api: Client = ada.api) =>
  api.post(views, { name: 'Urgent', filters: { severity: 'critical' }, ...values });
const list = async (views: string, api: Client = ada.api) => (await api.get(views)).body;

describe('creating', () => {
  it('answers the view, which is there from then on', async () => {
    const { teamId, views } = await aPlace();
    const answer = await create(views, { name: 'Urgent', filters: { status: 'open', assignee: 'me' } });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      team_id: teamId,
      name: 'Urgent',
      filters: { status: 'open', assignee: 'me' },
      is_pinned: false,
      created_at: timestamp,
      updated_at: timestamp,
    });
    expect(await list(views)).toEqual({ items: [answer.body], total: 1 });
  });

  it('takes nothing else from the body', async () => {
    const { teamId, views } = await aPlace();
    const more = {
      id: 1,
      team_id: stranger.teamId,
      user_id: stranger.id,
      created_at: '2001-01-01T00:00:00Z',
    };
    const { body } = await create(views, more);
    expect(body.team_id).toBe(teamId);
    expect(body.created_at > '2002').toBe(true);
    expect((await list(views)).total).toBe(1);
  });

  it('gives two views the same name if that is wanted', async () => {
    const { views } = await aPlace();
    expect([(await create(views)).status, (await create(views)).status]).toEqual([201, 201]);
  });

  it.each(['x', ' not trimmed ', "'; drop table saved_views", bees(100)])(
    'takes the name %j as it is',
    async (name) => {
      const answer = await create((await aPlace()).views, { name });
      expect(answer.status).toBe(201);
      expect(answer.body.name).toBe(name);
    },
  );

  it.each([
    ...badNames.map(([, name]) => ['name', name]),
    ['name', 'x'.repeat(101)],
    ['name', bees(101)],
    ['is_pinned', null],
    ['is_pinned', 'true'],
    ['is_pinned', 1],
    ['filters', undefined],
    ['filters', null],
    ['filters', 'status=open'],
    ['filters', []],
  ])('refuses the %s %j', async (field, value) => {
    const { views } = await aPlace();
    expectRefused(await create(views, { [String(field)]: value }), String(field));
    expect((await list(views)).total).toBe(0);
  });
});

describe('the order', () => {
  it('is pinned first, then by name, whatever its case', async () => {
    const { views } = await aPlace();
    const wanted = [
      ['d', false],
      ['B', false],
      ['z', true],
      ['a', false],
      ['Y', true],
      ['C', false],
    ];
    for (const [name, is_pinned] of wanted) await create(views, { name, is_pinned });
    const names = (await list(views)).items.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Y', 'z', 'a', 'B', 'C', 'd']);
  });
});

describe('changing', () => {
  it.each([
    { name: 'Not so urgent' },
    { is_pinned: true },
    { filters: {} },
    { filters: { q: 'checkout' } },
    { name: 'Other', is_pinned: true, filters: { status: 'spam' } },
  ])('takes %j and leaves the rest', async (patch) => {
    const { views } = await aPlace();
    const before = (await create(views)).body;
    const more = { id: 1, team_id: stranger.teamId, user_id: stranger.id };
    const answer = await ada.api.patch(`${views}/${before.id}`, { ...more, ...patch });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, ...patch, updated_at: timestamp });
    expect(answer.body.updated_at > before.updated_at).toBe(true);
    expect((await list(views)).items).toEqual([answer.body]);
  });

  it('unpins', async () => {
    const { views } = await aPlace();
    const { id } = (await create(views, { is_pinned: true })).body;
    expect((await ada.api.patch(`${views}/${id}`, { is_pinned: false })).body.is_pinned).toBe(false);
  });

  it('leaves a view alone that is as it should be', async () => {
    const { views } = await aPlace();
    const filters = { status: 'open', severity: 'low' };
    const before = (await create(views, { filters, is_pinned: true })).body;
    const same = { name: 'Urgent', is_pinned: true, filters: { severity: 'low', status: 'open' } };
    const answer = await ada.api.patch(`${views}/${before.id}`, same);
    expect([answer.status, answer.body]).toEqual([200, before]);
  });

  it.each([
    [{}, 'body'],
    [{ team_id: 1 }, 'body'],
    [{ name: null }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ is_pinned: 'no' }, 'is_pinned'],
    [{ filters: null }, 'filters'],
    [{ filters: { status: 'done' } }, 'filters.status'],
    [{ name: 'Good', filters: { sort: 'id' } }, 'filters.sort'],
  ])('refuses %j', async (patch, field) => {
    const { views } = await aPlace();
    const before = (await create(views)).body;
    expectRefused(await ada.api.patch(`${views}/${before.id}`, patch), field);
    expect((await list(views)).items).toEqual([before]);
  });
});

it('deletes a view, once', async () => {
  const { views } = await aPlace();
  const kept = (await create(views, { name: 'kept' })).body;
  const { id } = (await create(views)).body;
  expectNoContent(await ada.api.delete(`${views}/${id}`));
  expectNotFound(await ada.api.delete(`${views}/${id}`));
  expectNotFound(await ada.api.patch(`${views}/${id}`, { name: 'Back' }));
  expect(await list(views)).toEqual({ items: [kept], total: 1 });
});

describe('a view that is not there', () => {
  async function expectHidden({ api }: Person, views: string, id: unknown): Promise<void> {
    expectNotFound(await api.patch(`${views}/${id}`, { name: 'Mine' }));
    expectNotFound(await api.delete(`${views}/${id}`));
  }

  it("is a colleague's, a stranger's, or one of another team", async () => {
    const grace = await aColleague(node, ada);
    const views = `/api/v1/teams/${ada.teamId}/saved-views`;
    const view = (await create(views)).body;
    expect(await list(views, grace.api)).toEqual({ items: [], total: 0 });
    await expectHidden(grace, views, view.id);
    await expectHidden(stranger, views, view.id);
    await expectHidden(stranger, `/api/v1/teams/${stranger.teamId}/saved-views`, view.id);
    await expectHidden(ada, (await aPlace()).views, view.id);
    expectNotFound(await stranger.api.get(views));
    expectNotFound(await create(views, {}, stranger.api));
    expect(await list(views)).toEqual({ items: [view], total: 1 });
  });

  it.each([...notIds, unknownId])('is %s, a view or a team', async (id) => {
    const { views } = await aPlace();
    const view = (await create(views)).body;
    const elsewhere = `/api/v1/teams/${id}/saved-views`;
    await expectHidden(ada, views, id);
    await expectHidden(ada, elsewhere, view.id);
    expectNotFound(await ada.api.get(elsewhere));
    expectNotFound(await create(elsewhere));
  });
});

describe('the limit of 20', () => {
  it('holds when all come at once, and until one is deleted', async () => {
    const { views } = await aPlace();
    const answers = await Promise.all(Array.from({ length: 25 }, () => create(views)));
    expect(countStatuses(answers)).toEqual({ 201: 20, 409: 5 });
    const { items, total } = await list(views);
    expect([items.length, total]).toEqual([20, 20]);
    await ada.api.delete(`${views}/${items[0].id}`);
    expect((await create(views)).status).toBe(201);
    expectConflict(await create(views));
  });

  it('is for each user and each team alone', async () => {
    const [one, two] = [await aPlace(), await aPlace()];
    const grace = await aColleague(node, { ...ada, teamId: one.teamId });
    await Promise.all(Array.from({ length: 20 }, () => create(one.views)));
    expectConflict(await create(one.views));
    expect((await create(one.views, {}, grace.api)).status).toBe(201);
    expect((await create(two.views)).status).toBe(201);
  });
});
