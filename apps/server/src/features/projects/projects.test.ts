import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import {
  badNames,
  bees,
  countStatuses,
  everythingStored,
  expectNoContent,
  expectNotFound,
  expectRefused,
  expectSessionNeeded,
  goodNames,
  notIds,
  notIdValues,
  timestamp,
  toJson,
  unknownId,
} from '../../../test/samples.ts';

const node = await startService();
const projects = '/api/v1/projects';
const aKey = expect.stringMatching(/^sk_[0-9a-zA-Z]{32,}$/);
const month = () => new Date().toISOString().slice(0, 7);
const firstPage = { limit: 200, offset: 0 };
const noUsage = { stored: 0, dropped_quota: 0, dropped_blocklist: 0 };

const create = ({ api, teamId }: Person, values: Record<string, unknown> = {}) =>
  api.request('POST', projects, { body: toJson({ team_id: teamId, name: 'Website', ...values }) });

it('demands a session', () =>
  expectSessionNeeded(node.anyone, [
    `GET ${projects}`,
    `POST ${projects}`,
    `GET ${projects}/1`,
    `PATCH ${projects}/1`,
    `DELETE ${projects}/1`,
    `POST ${projects}/1/rotate-key`,
  ]));

describe('creating', () => {
  it('answers the project with its key, its plan and its usage', async () => {
    const person = await aPerson(node);
    const answer = await create(person, { description: 'The shop' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      team_id: person.teamId,
      name: 'Website',
      description: 'The shop',
      allowed_origins: [],
      notification_emails: [],
      notify_reporters: false,
      created_at: timestamp,
      notification_addresses: [],
      api_key: aKey,
      plan: 'free',
      usage: { month: month(), ...noUsage, cap: 100 },
    });
    expect((await person.api.get(`${projects}/${answer.body.id}`)).body).toEqual(answer.body);
  });

  it('has no cap on the plan without one', async () => {
    const generous = await startService({ DEFAULT_PLAN: 'unlimited' });
    const project = await aProject(await aPerson(generous));
    expect(project).toMatchObject({ plan: 'unlimited', usage: { ...noUsage, cap: null } });
  });

  it('gives every project a key of its own, also under the same name', async () => {
    const person = await aPerson(node);
    const [one, two] = [await aProject(person), await aProject(person)];
    expect(one.api_key).not.toBe(two.api_key);
  });

  it.each([undefined, null, '', ' ', bees(10_000)])('takes the description %.20j', async (description) => {
    const answer = await create(await aPerson(node), { description });
    expect(answer.status).toBe(201);
    expect(answer.body.description).toBe(description ?? null);
  });

  it.each([5, ['x'], {}, true, 'a\0b', 'a\udc00', bees(10_001)])(
    'refuses the description %.20j',
    async (description) => {
      expectRefused(await create(await aPerson(node), { description }), 'description');
    },
  );

  it.each(goodNames)('takes the name %j as it is', async (name) => {
    const answer = await create(await aPerson(node), { name });
    expect(answer.status).toBe(201);
    expect(answer.body.name).toBe(name);
  });

  it.each(badNames)('refuses a name that is %s', async (_what, name) => {
    expectRefused(await create(await aPerson(node), { name }), 'name');
  });

  it.each(notIdValues.map((team_id) => ({ team_id })))('refuses %o', async ({ team_id }) => {
    expectRefused(await create(await aPerson(node), { team_id }), 'team_id');
  });

  it('finds neither an unknown team nor somebody else’s', async () => {
    const [person, stranger] = [await aPerson(node), await aPerson(node)];
    expectNotFound(await create(person, { team_id: stranger.teamId }));
    expectNotFound(await create(person, { team_id: unknownId }));
    expect((await stranger.api.get(projects)).body).toEqual({ items: [], total: 0, ...firstPage });
  });

  it('ignores what it does not know, such as fields that are set later', async () => {
    const person = await aPerson(node);
    const answer = await create(person, { api_key: 'sk_mine', plan: 'unlimited', allowed_origins: 5, id: 1 });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ api_key: aKey, plan: 'free', allowed_origins: [] });
  });
});

describe('a team', () => {
  /** Inserts projects directly: creating 200 by requests takes long. */
  const store = (person: Person, count: number) =>
    sql`
      insert into projects (team_id, name, api_key)
      select ${person.teamId}, 'P' || n, 'sk_' || gen_random_uuid() from generate_series(1, ${count}) as n`.execute(
      node.db,
    );

  it('has at most 200 projects, also when they are created at the same time', async () => {
    const person = await aPerson(node);
    await store(person, 198);
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(person)));
    expect(countStatuses(answers)).toEqual({ 201: 2, 409: 3 });
    const refused = await create(person);
    expect(refused.body).toEqual({ detail: 'A team has at most 200 projects. Delete one first.' });
    const [newest] = (await person.api.get(projects)).body.items;
    await person.api.delete(`${projects}/${newest.id}`);
    expect((await create(person)).status).toBe(201);
  });

  it('does not use up the room of another team', async () => {
    const person = await aPerson(node);
    await store(person, 200);
    const second = (await person.api.post('/api/v1/teams', { name: 'Second' })).body;
    expect((await create(person, { team_id: second.id })).status).toBe(201);
  });

  it('of which there are more is listed by page', async () => {
    const person = await aPerson(node);
    await store(person, 200);
    const second = (await person.api.post('/api/v1/teams', { name: 'Second' })).body;
    const newest = await create(person, { team_id: second.id });
    const [first, rest] = [await person.api.get(projects), await person.api.get(`${projects}?offset=200`)];
    expect(first.body).toMatchObject({ total: 201, ...firstPage });
    expect(first.body.items).toHaveLength(200);
    expect(first.body.items[0].id).toBe(newest.body.id);
    expect(rest.body).toMatchObject({ items: [{ name: 'P1' }], total: 201, limit: 200, offset: 200 });
    expectRefused(await person.api.get(`${projects}?limit=201`), 'limit');
    expectRefused(await person.api.get(`${projects}?offset=-1`), 'offset');
  });
});

describe('listing', () => {
  it('shows the newest of all teams first, without keys', async () => {
    const person = await aPerson(node);
    const second = (await person.api.post('/api/v1/teams', { name: 'Second' })).body;
    const created = [await aProject(person), await aProject({ ...person, teamId: second.id })];
    const answer = await person.api.get(projects);
    expect(answer.status).toBe(200);
    const items = created
      .map(
        ({
          api_key: _key,
          plan: _plan,
          usage: _usage,
          notification_addresses: _muted,
          description: _text,
          ...item
        }) => item,
      )
      .reverse();
    expect(answer.body).toEqual({ items, total: 2, ...firstPage });
    const filtered = await person.api.get(`${projects}?team_id=${person.teamId}`);
    expect(filtered.body).toEqual({ items: [items[1]], total: 1, ...firstPage });
  });

  it('is empty for somebody who has none', async () => {
    await aProject(await aPerson(node));
    const { api, teamId } = await aPerson(node);
    expect((await api.get(projects)).body).toEqual({ items: [], total: 0, ...firstPage });
    expect((await api.get(`${projects}?team_id=${teamId}`)).body).toEqual({
      items: [],
      total: 0,
      ...firstPage,
    });
  });

  it('finds neither an unknown team nor somebody else’s', async () => {
    const [person, stranger] = [await aPerson(node), await aPerson(node)];
    expectNotFound(await person.api.get(`${projects}?team_id=${stranger.teamId}`));
    expectNotFound(await person.api.get(`${projects}?team_id=${unknownId}`));
  });

  it.each(['abc', '0', '-1', '1.5', '99999999999999999999', '', 'null', 'true', '%00', '1,2', '1&team_id=2'])(
    'refuses team_id=%s',
    async (id) => {
      expectRefused(await (await aPerson(node)).api.get(`${projects}?team_id=${id}`), 'team_id');
    },
  );
});

describe('reading', () => {
  it('counts what was stored and dropped this month, and not what was before', async () => {
    const person = await aPerson(node);
    const { id } = await aProject(person);
    const counted = { stored: 41, dropped_quota: 1, dropped_blocklist: 2 };
    const now = { team_id: person.teamId, project_id: id, month: month(), ...counted };
    const before = { ...now, month: '2020-01', stored: 7 };
    await node.db.insertInto('project_usage').values([now, before]).execute();
    const { usage } = (await person.api.get(`${projects}/${id}`)).body;
    expect(usage).toEqual({ month: month(), ...counted, cap: 100 });
  });

  const everyWayTo = (person: Person, id: number | string) => [
    person.api.get(`${projects}/${id}`),
    person.api.patch(`${projects}/${id}`, { name: 'Mine' }),
    person.api.delete(`${projects}/${id}`),
    person.api.post(`${projects}/${id}/rotate-key`),
  ];

  it("does not find, change or delete somebody else's project", async () => {
    const [owner, stranger] = [await aPerson(node), await aPerson(node)];
    const project = await aProject(owner);
    for (const answer of await Promise.all(everyWayTo(stranger, project.id))) expectNotFound(answer);
    expect((await owner.api.get(`${projects}/${project.id}`)).body).toEqual(project);
  });

  it.each([...notIds, unknownId])('does not find, change or delete %s', async (id) => {
    for (const answer of await Promise.all(everyWayTo(await aPerson(node), id))) expectNotFound(answer);
  });
});

describe('rotating the key', () => {
  it('replaces the key and nothing else', async () => {
    const person = await aPerson(node);
    const [project, other] = [await aProject(person), await aProject(person)];
    const answer = await person.api.post(`${projects}/${project.id}/rotate-key`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...project, api_key: aKey });
    expect(answer.body.api_key).not.toBe(project.api_key);
    expect((await person.api.get(`${projects}/${project.id}`)).body).toEqual(answer.body);
    expect((await person.api.get(`${projects}/${other.id}`)).body).toEqual(other);
    expect(await everythingStored(node)).not.toContain(project.api_key);
  });
});

describe('deleting', () => {
  it('removes the project with its keys and its usage, once', async () => {
    const person = await aPerson(node);
    const [gone, kept] = [await aProject(person), await aProject(person)];
    await person.api.post(`${projects}/${gone.id}/api-keys`, { name: 'the key of the deleted project' });
    const usage = { team_id: person.teamId, project_id: gone.id, month: '1848-03' };
    await node.db.insertInto('project_usage').values(usage).execute();
    expectNoContent(await person.api.delete(`${projects}/${gone.id}`));
    expectNotFound(await person.api.get(`${projects}/${gone.id}`));
    expectNotFound(await person.api.delete(`${projects}/${gone.id}`));
    const left = (await person.api.get(projects)).body;
    expect(left).toMatchObject({ items: [{ id: kept.id }], total: 1 });
    const stored = await everythingStored(node);
    for (const trace of [gone.api_key, 'the key of the deleted project', '1848-03'])
      expect(stored).not.toContain(trace);
  });
});
