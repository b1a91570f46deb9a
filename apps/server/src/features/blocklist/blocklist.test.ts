import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import {
  bees,
  countStatuses,
  expectConflict,
  expectNoContent,
  expectNotFound,
  expectRefused,
  expectSessionNeeded,
  notIds,
  timestamp,
  unknownId,
} from '../../../test/samples.ts';

const node = await startService();

interface Place {
  person: Person;
  projectId: number;
  rules: string;
}

async function aPlace(person?: Person): Promise<Place> {
  const owner = person ?? (await aPerson(node));
  const { id } = await aProject(owner);
  return { person: owner, projectId: id, rules: `/api/v1/projects/${id}/blocklist` };
}

const casino = { kind: 'keyword', value: 'casino' };

const create = ({ person, rules }: Place, body: unknown = casino) => person.api.post(rules, body);
const list = async ({ person, rules }: Place) => (await person.api.get(rules)).body;

it('demands a session', async () => {
  const { rules } = await aPlace();
  await expectSessionNeeded(node.anyone, [
    `GET ${rules}`,
    `POST ${rules}`,
    `POST ${rules}/preview`,
    `DELETE ${rules}/1`,
  ]);
});

describe('creating', () => {
  it('answers the rule', async () => {
    const place = await aPlace();
    const answer = await create(place, { kind: 'email', value: '@Example.com', reason: 'Advertisements' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      project_id: place.projectId,
      kind: 'email',
      value: '@Example.com',
      reason: 'Advertisements',
      match_count: 0,
      created_at: timestamp,
    });
    expect(await list(place)).toMatchObject({ items: [answer.body], total: 1 });
  });

  it('takes nothing else from the body', async () => {
    const place = await aPlace();
    const more = { id: 1, project_id: 1, match_count: 99, created_at: '2001-01-01T00:00:00.000Z' };
    const { body } = await create(place, { ...casino, ...more });
    expect(body).toMatchObject({ project_id: place.projectId, match_count: 0, reason: null });
    expect(body.created_at).not.toBe(more.created_at);
  });

  it.each([
    ['email', 'someone@example.com'],
    ['ip', '203.0.113.0/24'],
    ['ip', '2001:DB8::1'],
    ['user_agent', 'BadBot/'],
    ['keyword', ' not trimmed '],
    ['keyword', "'; drop table bugs; --%_\\"],
    ['keyword', bees(500)],
    ['keyword', 'ΐ'.repeat(500)],
  ])('stores %s %j as it was sent', async (kind, value) => {
    const answer = await create(await aPlace(), { kind, value });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ kind, value });
  });

  it.each([null, '', ' ', bees(500)])('takes the reason %j', async (reason) => {
    const answer = await create(await aPlace(), { ...casino, reason });
    expect(answer.status).toBe(201);
    expect(answer.body.reason).toBe(reason);
  });
});

describe('a bad rule', () => {
  it.each([
    ['kind', undefined],
    ['kind', null],
    ['kind', 'KEYWORD'],
    ['kind', 'url'],
    ['kind', ['keyword']],
    ['value', undefined],
    ['value', null],
    ['value', 5],
    ['value', ''],
    ['value', ' \t\n\u3000'],
    ['value', 'a\0b'],
    ['value', 'a\ud800b'],
    ['value', 'x'.repeat(501)],
    ['value', bees(501)],
    ['reason', 5],
    ['reason', 'a\0b'],
    ['reason', 'x'.repeat(501)],
  ])('has the %s %j, and is refused', async (field, value) => {
    const place = await aPlace();
    expectRefused(await create(place, { ...casino, [field]: value }), field);
    expect((await list(place)).total).toBe(0);
  });

  it.each([
    ['email', 'example.com'],
    ['email', '@'],
    ['ip', '300.0.0.1'],
    ['ip', '10.0.0.0/33'],
    ['ip', 'example.com'],
  ])('is %s %j, and is refused before its project is looked up', async (kind, value) => {
    const place = await aPlace();
    expectRefused(await create(place, { kind, value }), 'value');
    const { api } = await aPerson(node);
    expectRefused(await api.post(place.rules, { kind, value }), 'value');
    expect((await list(place)).total).toBe(0);
  });
});

describe('the same rule twice', () => {
  it.each([
    ['keyword', 'Casino', 'cASINO'],
    ['keyword', 'straße', 'STRASSE'],
    ['user_agent', 'BadBot', 'badbot'],
    ['email', '@Example.com', '@example.COM'],
    ['ip', '10.0.0.1', '10.0.0.1/32'],
    ['ip', '10.0.0.0/8', '10.1.2.3/8'],
    ['ip', '::ffff:10.0.0.1', '10.0.0.1'],
    ['ip', '2001:DB8::1', '2001:db8:0:0::1/128'],
  ])('is %s %j and %j, and a conflict until it is removed', async (kind, first, second) => {
    const place = await aPlace();
    const { id } = (await create(place, { kind, value: first })).body;
    expectConflict(await create(place, { kind, value: second, reason: 'another' }));
    expectNoContent(await place.person.api.delete(`${place.rules}/${id}`));
    expect((await create(place, { kind, value: second })).status).toBe(201);
  });

  it.each([
    [casino, { kind: 'user_agent', value: 'casino' }],
    [casino, { kind: 'keyword', value: 'casino ' }],
    [
      { kind: 'ip', value: '10.0.0.0/8' },
      { kind: 'ip', value: '10.0.0.0/9' },
    ],
    [
      { kind: 'ip', value: '0.0.0.0/0' },
      { kind: 'ip', value: '::/0' },
    ],
    [
      { kind: 'email', value: '@example.com' },
      { kind: 'email', value: 'a@example.com' },
    ],
  ])('is not %j and %j', async (first, second) => {
    const place = await aPlace();
    await create(place, first);
    expect((await create(place, second)).status).toBe(201);
  });

  it('is stored once when both come at once, in each project', async () => {
    const person = await aPerson(node);
    for (const place of [await aPlace(person), await aPlace(person)]) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => create(place)));
      expect(countStatuses(answers)).toEqual({ 201: 1, 409: 9 });
      expect((await list(place)).total).toBe(1);
    }
  });
});

it('lists the newest first', async () => {
  const place = await aPlace();
  const created = [];
  for (const value of ['b', 'a', 'c']) created.unshift((await create(place, { ...casino, value })).body);
  expect(await list(place)).toMatchObject({ items: created, total: 3 });
});

it('removes a rule, once', async () => {
  const place = await aPlace();
  const kept = (await create(place)).body;
  const { id } = (await create(place, { ...casino, value: 'poker' })).body;
  expectNoContent(await place.person.api.delete(`${place.rules}/${id}`));
  expectNotFound(await place.person.api.delete(`${place.rules}/${id}`));
  expect(await list(place)).toMatchObject({ items: [kept], total: 1 });
});

describe('a rule that is not there', () => {
  it("is somebody else's, or one of another project", async () => {
    const place = await aPlace();
    const { id } = (await create(place)).body;
    const stranger = await aPlace();
    expectNotFound(await stranger.person.api.delete(`${place.rules}/${id}`));
    expectNotFound(await stranger.person.api.delete(`${stranger.rules}/${id}`));
    expectNotFound(await place.person.api.delete(`${(await aPlace(place.person)).rules}/${id}`));
    expectNotFound(await stranger.person.api.get(place.rules));
    expectNotFound(await stranger.person.api.post(place.rules, { ...casino, value: 'poker' }));
    expect((await list(place)).total).toBe(1);
  });

  it.each([...notIds, unknownId])('is %s, and so are the rules of project %s', async (id) => {
    const { person, rules } = await aPlace();
    const elsewhere = `/api/v1/projects/${id}/blocklist`;
    expectNotFound(await person.api.delete(`${rules}/${id}`));
    expectNotFound(await person.api.delete(`${elsewhere}/1`));
    expectNotFound(await person.api.get(elsewhere));
    expectNotFound(await person.api.post(elsewhere, casino));
  });
});

it('allows 5,000 rules a project, also when they come at once', async () => {
  const place = await aPlace();
  await sql`insert into blocklist_rules (team_id, project_id, kind, value)
    select team_id, id, 'keyword', 'word ' || n from projects, generate_series(1, 4990) as n
    where id = ${place.projectId}`.execute(node.db);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => create(place, { ...casino, value: `casino ${n}` })),
  );
  expect(countStatuses(answers)).toEqual({ 201: 10, 409: 10 });
  const { items, total } = await list(place);
  expect([items.length, total]).toEqual([1000, 5000]);
  const last = await place.person.api.get(`${place.rules}?offset=4000`);
  expect(last.body).toMatchObject({ total: 5000, limit: 1000, offset: 4000 });
  expect(last.body.items.at(-1)).toMatchObject({ value: 'word 1' });
  await place.person.api.delete(`${place.rules}/${items[0].id}`);
  expect((await create(place)).status).toBe(201);
  expectConflict(await create(place, { ...casino, value: 'one more' }));
});

it('is found or not, and never an error, while its project is being deleted', async () => {
  const person = await aPerson(node);
  for (let round = 0; round < 10; round++) {
    const place = await aPlace(person);
    const creations = Array.from({ length: 8 }, (_, n) => create(place, { ...casino, value: `casino ${n}` }));
    const [deletion, ...answers] = await Promise.all([
      person.api.delete(`/api/v1/projects/${place.projectId}`),
      ...creations,
    ]);
    expectNoContent(deletion);
    for (const answer of answers) if (answer.status !== 201) expectNotFound(answer);
  }
});
