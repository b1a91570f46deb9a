import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import {
  badNames,
  countStatuses,
  everythingStored,
  expectConflict,
  expectNoContent,
  expectNotFound,
  expectRefused,
  expectSessionNeeded,
  goodNames,
  notIds,
  timestamp,
  unknownId,
} from '../../../test/samples.ts';

const node = await startService();

interface Place {
  person: Person;
  keys: string;
}

async function aPlace(person?: Person): Promise<Place> {
  const owner = person ?? (await aPerson(node));
  const { id } = await aProject(owner);
  return { person: owner, keys: `/api/v1/projects/${id}/api-keys` };
}

const create = ({ person, keys }: Place, name: unknown = 'CI') => person.api.post(keys, { name });
const list = async ({ person, keys }: Place) => (await person.api.get(keys)).body;

it('demands a session', async () => {
  const { keys } = await aPlace();
  await expectSessionNeeded(node.anyone, [
    `GET ${keys}`,
    `POST ${keys}`,
    `PATCH ${keys}/1`,
    `DELETE ${keys}/1`,
  ]);
});

describe('creating', () => {
  it('answers the key with what is kept of it', async () => {
    const answer = await create(await aPlace());
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'CI',
      api_key: expect.stringMatching(/^sk_[0-9a-zA-Z]{32,}$/),
      key_prefix: expect.stringMatching(/^sk_.{8}$/),
      created_at: timestamp,
      last_used_at: null,
    });
    expect(answer.body.api_key.startsWith(answer.body.key_prefix)).toBe(true);
  });

  it('keeps and logs only a hash and the prefix', async () => {
    const { api_key, key_prefix } = (await create(await aPlace())).body;
    const stored = await everythingStored(node);
    expect(stored).toContain(createHash('sha256').update(api_key).digest('hex'));
    const secret = api_key.slice(key_prefix.length);
    expect(stored).not.toContain(secret);
    expect(JSON.stringify(node.logs)).not.toContain(secret);
  });

  it('makes another key each time, also under the same name', async () => {
    const place = await aPlace();
    const [one, two] = [await create(place), await create(place)];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.api_key).not.toBe(two.body.api_key);
  });

  it("leaves the project's own key as it is", async () => {
    const person = await aPerson(node);
    const project = await aProject(person);
    await person.api.post(`/api/v1/projects/${project.id}/api-keys`, { name: 'CI', api_key: 'sk_mine' });
    expect((await person.api.get(`/api/v1/projects/${project.id}`)).body).toEqual(project);
  });

  it.each(goodNames)('takes the name %j as it is', async (name) => {
    const answer = await create(await aPlace(), name);
    expect(answer.status).toBe(201);
    expect(answer.body.name).toBe(name);
  });

  it.each(badNames.slice(1))('refuses a name that is %s', async (_what, name) => {
    expectRefused(await create(await aPlace(), name), 'name');
  });

  it('refuses a body without a name, and none at all', async () => {
    const { person, keys } = await aPlace();
    expectRefused(await person.api.post(keys, { label: 'CI' }), 'name');
    expect((await person.api.post(keys)).status).toBe(422);
  });
});

describe('listing', () => {
  it('shows the newest first, and never the key itself', async () => {
    const place = await aPlace();
    const created = [await create(place, 'one'), await create(place, 'two')];
    await create(await aPlace(place.person), 'of another project');
    const answer = await place.person.api.get(place.keys);
    expect(answer.status).toBe(200);
    const items = created.map(({ body: { api_key: _key, ...rest } }) => rest).reverse();
    expect(answer.body).toEqual({ items, total: 2 });
  });
});

describe('renaming', () => {
  it('changes the name and nothing else', async () => {
    const place = await aPlace();
    const { api_key: _key, ...before } = (await create(place)).body;
    const body = { name: ' New ', id: 1, key_prefix: 'sk_mine', last_used_at: 'now' };
    const answer = await place.person.api.patch(`${place.keys}/${before.id}`, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, name: ' New ' });
    expect(await list(place)).toEqual({ items: [answer.body], total: 1 });
  });

  it.each(badNames)('refuses a name that is %s', async (_what, name) => {
    const place = await aPlace();
    const { id } = (await create(place)).body;
    expectRefused(await place.person.api.patch(`${place.keys}/${id}`, { name }), 'name');
    expect((await list(place)).items[0].name).toBe('CI');
  });
});

describe('revoking', () => {
  it('removes the key, once', async () => {
    const place = await aPlace();
    const [kept, revoked] = [(await create(place)).body, (await create(place)).body];
    expectNoContent(await place.person.api.delete(`${place.keys}/${revoked.id}`));
    expectNotFound(await place.person.api.delete(`${place.keys}/${revoked.id}`));
    expectNotFound(await place.person.api.patch(`${place.keys}/${revoked.id}`, { name: 'Back' }));
    expect(await list(place)).toMatchObject({ items: [{ id: kept.id }], total: 1 });
  });
});

describe('a key that is not there', () => {
  async function expectHidden({ api }: Person, keys: string, id: unknown): Promise<void> {
    expectNotFound(await api.patch(`${keys}/${id}`, { name: 'Mine' }));
    expectNotFound(await api.delete(`${keys}/${id}`));
  }

  it("is somebody else's, or one of another project", async () => {
    const place = await aPlace();
    const { id } = (await create(place)).body;
    const stranger = await aPlace();
    await expectHidden(stranger.person, place.keys, id);
    await expectHidden(stranger.person, stranger.keys, id);
    await expectHidden(place.person, (await aPlace(place.person)).keys, id);
    expectNotFound(await stranger.person.api.get(place.keys));
    expectNotFound(await stranger.person.api.post(place.keys, { name: 'Mine' }));
    expect(await list(place)).toMatchObject({ items: [{ id, name: 'CI' }], total: 1 });
  });

  it.each([...notIds, unknownId])('is %s, and so are the keys of project %s', async (id) => {
    const place = await aPlace();
    await expectHidden(place.person, place.keys, id);
    const elsewhere = `/api/v1/projects/${id}/api-keys`;
    const { id: keyId } = (await create(place)).body;
    await expectHidden(place.person, elsewhere, keyId);
    expectNotFound(await place.person.api.get(elsewhere));
    expectNotFound(await place.person.api.post(elsewhere, { name: 'CI' }));
  });
});

describe('the limit of 50', () => {
  const createMany = (place: Place, count: number) =>
    Promise.all(Array.from({ length: count }, () => create(place)));

  it('refuses the 51st until one is revoked', async () => {
    const place = await aPlace();
    const created = await createMany(place, 49);
    expect((await create(place)).status).toBe(201);
    expectConflict(await create(place));
    await place.person.api.delete(`${place.keys}/${created[0]?.body.id}`);
    expect((await create(place)).status).toBe(201);
    expectConflict(await create(place));
  });

  it('holds when all come at once, for each project alone', async () => {
    const place = await aPlace();
    expect(countStatuses(await createMany(place, 60))).toEqual({ 201: 50, 409: 10 });
    expect((await list(place)).total).toBe(50);
    expect((await create(await aPlace(place.person))).status).toBe(201);
  });
});

it('is found or not, and never an error, while its project is being deleted', async () => {
  const person = await aPerson(node);
  for (let round = 0; round < 10; round++) {
    const place = await aPlace(person);
    const creations = Array.from({ length: 8 }, () => create(place));
    const [deletion, ...answers] = await Promise.all([
      person.api.delete(place.keys.replace('/api-keys', '')),
      ...creations,
    ]);
    expectNoContent(deletion);
    for (const answer of answers) if (answer.status !== 201) expectNotFound(answer);
  }
});

it('is no session', async () => {
  const { api_key } = (await create(await aPlace())).body;
  for (const headers of [{ authorization: `Bearer ${api_key}` }, { 'x-api-key': api_key }])
    expect((await node.anyone.get('/api/v1/projects', headers)).status).toBe(401);
});
