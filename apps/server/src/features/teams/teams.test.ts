import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import {
  badNames,
  bees,
  countStatuses,
  expectConflict,
  expectNotFound,
  expectRefused,
  expectSessionNeeded,
  goodNames,
  notIds,
  timestamp,
  unknownId,
} from '../../../test/samples.ts';

const node = await startService();
const teams = '/api/v1/teams';

let slugs = 0;
const aSlug = () => `slug-${++slugs}`;

const create = ({ api }: Person, values: Record<string, unknown> = {}) =>
  api.post(teams, { name: 'Bees', slug: aSlug(), ...values });

const goodSlugs = ['ab', '42', '--', 'a'.repeat(50), 'the-busy-bees'];
const badSlugs = [
  '',
  'a',
  'a'.repeat(51),
  'Bees',
  'be es',
  'be_es',
  'bücher',
  'bees\n',
  'b\0',
  bees(2),
  5,
  null,
];

it('demands a session', () =>
  expectSessionNeeded(node.anyone, [
    `GET ${teams}`,
    `POST ${teams}`,
    `GET ${teams}/1`,
    `PATCH ${teams}/1`,
    `GET ${teams}/1/members`,
    `POST ${teams}/1/members`,
    `DELETE ${teams}/1/members/1`,
    `GET ${teams}/1/invitations`,
    `DELETE ${teams}/1/invitations/1`,
  ]));

describe('creating', () => {
  it('answers the team, which is the creator’s own', async () => {
    const person = await aPerson(node);
    const slug = aSlug();
    const answer = await create(person, { name: 'Bees', slug });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Bees',
      slug,
      plan: 'free',
      created_at: timestamp,
    });
    expect((await person.api.get(`${teams}/${answer.body.id}`)).body).toEqual(answer.body);
    const members = (await person.api.get(`${teams}/${answer.body.id}/members`)).body;
    expect(members).toMatchObject({ items: [{ id: person.id }], total: 1 });
  });

  it('makes a slug from the name, another one each time', async () => {
    const person = await aPerson(node);
    const answers = [];
    for (let times = 0; times < 3; times++)
      answers.push(await person.api.post(teams, { name: 'Büro & Söhne' }));
    const made = answers.map(({ body }) => body.slug);
    expect(made[0]).toBe('buro-sohne');
    expect(made[1]).toMatch(/^buro-sohne-[a-z0-9]+$/);
    expect(new Set(made).size).toBe(3);
  });

  it.each([...goodNames, '蜂蜜', '-', 'x'.repeat(200), `${'x'.repeat(39)} y`])(
    'takes the name %j as it is, and finds a slug for it',
    async (name) => {
      const answer = await (await aPerson(node)).api.post(teams, { name });
      expect(answer.status).toBe(201);
      expect(answer.body.name).toBe(name);
      expect(answer.body.slug).toMatch(/^[a-z0-9-]{2,50}$/);
    },
  );

  it('makes different slugs when teams of one name come at once', async () => {
    const { api } = await aPerson(node);
    const requests = Array.from({ length: 10 }, () => api.post(teams, { name: 'Swarm' }));
    const answers = await Promise.all(requests);
    expect(countStatuses(answers)).toEqual({ 201: 10 });
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(10);
  });

  it.each(badNames)('refuses a name that is %s', async (_what, name) => {
    expectRefused(await create(await aPerson(node), { name }), 'name');
  });

  it.each(goodSlugs)('takes the slug %j', async (slug) => {
    const answer = await create(await aPerson(node), { slug });
    expect(answer.status).toBe(201);
    expect(answer.body.slug).toBe(slug);
  });

  it.each(badSlugs)('refuses the slug %j', async (slug) => {
    expectRefused(await create(await aPerson(node), { slug }), 'slug');
  });

  it('says what a slug looks like', async () => {
    const answer = await create(await aPerson(node), { slug: 'B' });
    expect(answer.body.detail).toBe('slug: must be 2 to 50 characters of a-z, 0-9 and -');
  });

  it('refuses a slug that any team has', async () => {
    const slug = aSlug();
    await create(await aPerson(node), { slug });
    const person = await aPerson(node);
    expectConflict(await create(person, { slug }));
    expect((await person.api.get(teams)).body.total).toBe(1);
  });

  it('gives a slug to one of those who want it at once', async () => {
    const person = await aPerson(node);
    const slug = aSlug();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(person, { slug })));
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 9 });
    expect((await person.api.get(teams)).body.total).toBe(2);
  });

  it('ignores what it does not know', async () => {
    const answer = await create(await aPerson(node), { plan: 'unlimited', id: 1 });
    expect(answer.status).toBe(201);
    expect(answer.body.plan).toBe('free');
  });

  it.each([undefined, 'null', '[]', '"Bees"'])('refuses the body %s', async (body) => {
    const { api } = await aPerson(node);
    expect((await api.request('POST', teams, { body })).status).toBe(422);
  });
});

it('gives new teams the plan that the operator chose', async () => {
  const generous = await startService({ DEFAULT_PLAN: 'unlimited' });
  const person = await aPerson(generous);
  expect((await person.api.get(`${teams}/${person.teamId}`)).body.plan).toBe('unlimited');
  expect((await create(person)).body.plan).toBe('unlimited');
});

describe('reading', () => {
  it('lists the newest first, and nobody else’s', async () => {
    await aPerson(node);
    const person = await aPerson(node, { team_name: 'First' });
    const second = (await create(person, { name: 'Second' })).body;
    const first = (await person.api.get(`${teams}/${person.teamId}`)).body;
    expect(first).toMatchObject({ id: person.teamId, name: 'First' });
    const answer = await person.api.get(teams);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ items: [second, first], total: 2 });
  });

  it.each([...notIds, unknownId])('does not find %s', async (id) => {
    const { api } = await aPerson(node);
    expectNotFound(await api.get(`${teams}/${id}`));
    expectNotFound(await api.patch(`${teams}/${id}`, { name: 'Mine' }));
  });

  it("does not find somebody else's team", async () => {
    const [owner, stranger] = [await aPerson(node), await aPerson(node)];
    const path = `${teams}/${owner.teamId}`;
    const before = await owner.api.get(path);
    expectNotFound(await stranger.api.get(path));
    expectNotFound(await stranger.api.patch(path, { name: 'Mine' }));
    expect((await owner.api.get(path)).body).toEqual(before.body);
  });
});

describe('changing', () => {
  it.each([{ name: 'Busy bees' }, { slug: 'busy-bees' }, { name: 'Hornets', slug: 'hornets' }])(
    'changes %j and nothing else',
    async (patch) => {
      const person = await aPerson(node);
      const path = `${teams}/${person.teamId}`;
      const before = (await person.api.get(path)).body;
      const answer = await person.api.patch(path, { ...patch, plan: 'unlimited', id: 1, created_at: null });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ ...before, ...patch });
      expect((await person.api.get(path)).body).toEqual(answer.body);
    },
  );

  it.each(goodNames)('takes the name %j as it is', async (name) => {
    const { api, teamId } = await aPerson(node);
    expect((await api.patch(`${teams}/${teamId}`, { name })).body.name).toBe(name);
  });

  it.each(badNames.filter(([what]) => what !== 'missing'))(
    'refuses a name that is %s',
    async (_what, name) => {
      const { api, teamId } = await aPerson(node);
      expectRefused(await api.patch(`${teams}/${teamId}`, { name }), 'name');
    },
  );

  it.each(badSlugs)('refuses the slug %j', async (slug) => {
    const { api, teamId } = await aPerson(node);
    expectRefused(await api.patch(`${teams}/${teamId}`, { slug }), 'slug');
  });

  it.each([{}, { plan: 'unlimited' }])('refuses %j, which names nothing to change', async (body) => {
    const { api, teamId } = await aPerson(node);
    expectRefused(await api.patch(`${teams}/${teamId}`, body), 'body');
  });

  it('checks the body before it looks for the team', async () => {
    const { api } = await aPerson(node);
    expectRefused(await api.patch(`${teams}/${unknownId}`, { name: '' }), 'name');
  });

  it('refuses the slug of another team, and then changes nothing', async () => {
    const person = await aPerson(node);
    const { slug } = (await create(await aPerson(node))).body;
    const path = `${teams}/${person.teamId}`;
    const before = await person.api.get(path);
    expectConflict(await person.api.patch(path, { name: 'Thieves', slug }));
    expect((await person.api.get(path)).body).toEqual(before.body);
  });

  it('takes the slug that the team has already', async () => {
    const person = await aPerson(node);
    const { id, slug } = (await create(person)).body;
    expect((await person.api.patch(`${teams}/${id}`, { slug })).status).toBe(200);
  });

  it('gives a slug to one of the teams that want it at once', async () => {
    const person = await aPerson(node);
    const created = await Promise.all(Array.from({ length: 5 }, () => create(person)));
    const slug = aSlug();
    const answers = await Promise.all(
      created.map(({ body }) => person.api.patch(`${teams}/${body.id}`, { slug })),
    );
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 4 });
  });
});

it('answers a conflict, and no fault, to two who swap the slugs of teams at the same time', async () => {
  const person = await aPerson(node);
  const made = [(await create(person)).body, (await create(person)).body];
  const release = await hold(node, (trx) =>
    sql`select from teams where id in (${made[0].id}, ${made[1].id}) for update`.execute(trx),
  );
  const swap = made.map(({ id }, nth) => person.api.patch(`${teams}/${id}`, { slug: made[1 - nth].slug }));
  await whenBlocked(node, 2);
  await release();
  for (const { status, text } of await Promise.all(swap)) expect([200, 409], text).toContain(status);
});

it('tells one person no more than twenty times an hour that a slug is taken', async () => {
  const [person, other] = [await aPerson(node), await aPerson(node)];
  const { slug } = (await create(await aPerson(node))).body;
  const path = `${teams}/${person.teamId}`;
  for (let count = 0; count < 10; count++) {
    expectConflict(await person.api.post(teams, { name: 'Guess', slug }));
    expectConflict(await person.api.patch(path, { slug }));
  }
  for (const guess of [slug, aSlug()]) {
    expect((await person.api.post(teams, { name: 'Guess', slug: guess })).status).toBe(429);
    expect((await person.api.patch(path, { slug: guess })).status).toBe(429);
  }
  expect((await person.api.patch(path, { name: 'No guess' })).status).toBe(200);
  expectConflict(await other.api.post(teams, { name: 'Guess', slug }));
});

it('counts a guess by the name of a team, whose slug would tell the same', async () => {
  const person = await aPerson(node);
  const { slug } = (await create(await aPerson(node))).body;
  for (let count = 0; count < 60; count++) {
    const made = await person.api.post(teams, { name: slug });
    expect(made.body.slug).not.toBe(slug);
    await person.api.request('DELETE', `${teams}/${made.body.id}`, { body: { slug: made.body.slug } });
  }
  expect((await person.api.post(teams, { name: slug })).status).toBe(429);
});
