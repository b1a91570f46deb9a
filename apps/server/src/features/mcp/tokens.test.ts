import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aPerson, type Person } from '../../../test/builders.ts';
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
const tokens = '/api/v1/me/mcp-tokens';
const scopes = ['read:bugs', 'write:bugs', 'read:honeycombs', 'read:teams', 'read:labels', 'write:labels'];

const mint = ({ api }: Person, values: Record<string, unknown> = {}) =>
  api.post(tokens, { name: 'Claude', scopes: ['read:bugs'], ...values });

it('demands a session', () =>
  expectSessionNeeded(node.anyone, [`GET ${tokens}`, `POST ${tokens}`, `DELETE ${tokens}/1`]));

describe('minting', () => {
  it('answers the token with what is kept of it', async () => {
    const answer = await mint(await aPerson(node), { scopes: ['write:bugs', 'read:bugs'] });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Claude',
      scopes: ['write:bugs', 'read:bugs'],
      token: expect.stringMatching(/^mcp_[0-9a-zA-Z]{32,}$/),
      token_prefix: expect.stringMatching(/^mcp_.{8}$/),
      created_at: timestamp,
      last_used_at: null,
    });
    expect(answer.body.token.startsWith(answer.body.token_prefix)).toBe(true);
  });

  it('makes another token each time, also under the same name', async () => {
    const person = await aPerson(node);
    const [first, second] = [await mint(person), await mint(person)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.token).not.toBe(first.body.token);
  });

  it('keeps and logs only a hash and the prefix', async () => {
    const { token, token_prefix } = (await mint(await aPerson(node))).body;
    const stored = await everythingStored(node);
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    expect(stored).toContain(token_prefix);
    const secret = token.slice(token_prefix.length);
    expect(stored).not.toContain(secret);
    expect(JSON.stringify(node.logs)).not.toContain(secret);
  });

  it.each(scopes.map((scope) => [[scope]]).concat([[scopes]]))('knows the scopes %j', async (wanted) => {
    const answer = await mint(await aPerson(node), { scopes: wanted });
    expect(answer.status).toBe(201);
    expect(answer.body.scopes).toEqual(wanted);
  });

  it.each([undefined, null, 'read:bugs', [], {}, ['read:bugs', 'read:bugs'], Array(5000).fill('read:bugs')])(
    'refuses the scopes %j',
    async (wanted) => {
      expectRefused(await mint(await aPerson(node), { scopes: wanted }), 'scopes');
    },
  );

  it.each(['admin', 'write:honeycombs', 'READ:BUGS', ' read:bugs', '', '*', null, 5, ['read:bugs']])(
    'refuses the scope %j',
    async (scope) => {
      expectRefused(await mint(await aPerson(node), { scopes: ['read:bugs', scope] }), 'scopes.1');
    },
  );

  it.each(goodNames)('takes the name %j as it is', async (name) => {
    const answer = await mint(await aPerson(node), { name });
    expect(answer.status).toBe(201);
    expect(answer.body.name).toBe(name);
  });

  it.each(badNames)('refuses a name that is %s', async (_what, name) => {
    expectRefused(await mint(await aPerson(node), { name }), 'name');
  });

  it('ignores what it does not know', async () => {
    const person = await aPerson(node);
    const other = await aPerson(node);
    const answer = await mint(person, { token: 'mcp_mine', id: 1, user_id: other.id, expires: 'never' });
    expect(answer.status).toBe(201);
    expect(answer.body.token).not.toBe('mcp_mine');
    expect((await other.api.get(tokens)).body).toEqual({ items: [], total: 0 });
  });
});

describe('listing', () => {
  it('shows the newest first, and never the token itself', async () => {
    const person = await aPerson(node);
    const minted = [await mint(person, { name: 'one' }), await mint(person, { name: 'two' })];
    const answer = await person.api.get(tokens);
    expect(answer.status).toBe(200);
    const items = minted.map(({ body: { token: _token, ...rest } }) => rest).reverse();
    expect(answer.body).toEqual({ items, total: 2 });
  });

  it("shows nobody else's", async () => {
    await mint(await aPerson(node));
    expect((await (await aPerson(node)).api.get(tokens)).body).toEqual({ items: [], total: 0 });
  });
});

describe('revoking', () => {
  it('removes the token, once', async () => {
    const person = await aPerson(node);
    const [kept, revoked] = [(await mint(person)).body, (await mint(person)).body];
    expectNoContent(await person.api.delete(`${tokens}/${revoked.id}`));
    expectNotFound(await person.api.delete(`${tokens}/${revoked.id}`));
    const left = (await person.api.get(tokens)).body.items;
    expect(left.map(({ id }: { id: number }) => id)).toEqual([kept.id]);
  });

  it("does not find somebody else's token", async () => {
    const [owner, stranger] = [await aPerson(node), await aPerson(node)];
    const { id } = (await mint(owner)).body;
    expectNotFound(await stranger.api.delete(`${tokens}/${id}`));
    expect((await owner.api.get(tokens)).body.total).toBe(1);
  });

  it.each([...notIds, unknownId])('does not find %s', async (id) => {
    const { api } = await aPerson(node);
    expectNotFound(await api.delete(`${tokens}/${id}`));
  });
});

describe('the limit of 50', () => {
  const mintMany = (person: Person, count: number) =>
    Promise.all(Array.from({ length: count }, () => mint(person)));

  it('refuses the 51st until one is revoked', async () => {
    const person = await aPerson(node);
    const minted = await mintMany(person, 49);
    expect((await mint(person)).status).toBe(201);
    expectConflict(await mint(person));
    await person.api.delete(`${tokens}/${minted[0]?.body.id}`);
    expect((await mint(person)).status).toBe(201);
    expectConflict(await mint(person));
  });

  it('holds when all come at once, for each user alone', async () => {
    const [person, neighbour] = [await aPerson(node), await aPerson(node)];
    expect(countStatuses(await mintMany(person, 60))).toEqual({ 201: 50, 409: 10 });
    expect((await person.api.get(tokens)).body.total).toBe(50);
    expect((await mint(neighbour)).status).toBe(201);
  });
});

it.each(['authorization', 'x-mcp-token', 'x-api-key'])(
  'is no session: a token in %s opens no dashboard route',
  async (header) => {
    const { token } = (await mint(await aPerson(node), { scopes })).body;
    const value = header === 'authorization' ? `Bearer ${token}` : token;
    expect((await node.anyone.get('/api/v1/teams', { [header]: value })).status).toBe(401);
  },
);
