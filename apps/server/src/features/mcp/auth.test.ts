import { scopes } from '@skep/vocabulary';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aColleague, anAssistant, aPerson } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { expectNoContent } from '../../../test/samples.ts';

const database = await createDatabase();
const node = await startNode(database);
const ada = await aPerson(node);
const full = await anAssistant(node, ada);

const bugs = '/api/v1/mcp/bugs';
const token = '/api/v1/mcp/token';
const invalid = { detail: 'Invalid MCP token' };

/** Every route with its scope. */
const routes = [
  ['GET', '/bugs', 'read:bugs'],
  ['GET', '/bugs/1', 'read:bugs'],
  ['PATCH', '/bugs/1', 'write:bugs'],
  ['POST', '/bugs/1/resolve', 'write:bugs'],
  ['POST', '/bugs/1/spam', 'write:bugs'],
  ['POST', '/bugs/1/assign-me', 'write:bugs'],
  ['POST', '/bugs/1/comments', 'write:bugs'],
  ['POST', '/bugs/1/labels', 'write:bugs'],
  ['DELETE', '/bugs/1/labels', 'write:bugs'],
  ['GET', '/honeycombs', 'read:honeycombs'],
  ['GET', '/honeycombs/1', 'read:honeycombs'],
  ['GET', '/stats', 'read:teams'],
  ['GET', '/teams/1/labels', 'read:labels'],
  ['POST', '/teams/1/labels', 'write:labels'],
  ['PATCH', '/labels/1', 'write:labels'],
  ['DELETE', '/labels/1', 'write:labels'],
] as const;

describe('a token', () => {
  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['not ours', 'sk_0123456789012345678901234567890123456789'],
    ['unknown', `mcp_${'0'.repeat(40)}`],
    ['cut off', full.token.slice(0, -1)],
    ['in capitals', full.token.toUpperCase()],
    ['a session', ada.token],
    ['sent twice', `${full.token}, ${full.token}`],
  ])('that is %s opens nothing', async (_what, value) => {
    for (const [method, path] of routes) {
      const headers = value === undefined ? {} : { 'x-mcp-token': value };
      const answer = await node.anyone.request(method, `/api/v1/mcp${path}`, { headers });
      expect([method, path, answer.status, answer.body]).toEqual([method, path, 401, invalid]);
    }
  });

  it('is taken from its own header only', async () => {
    const elsewhere = { authorization: `Bearer ${full.token}`, 'x-api-key': full.token };
    expect((await node.anyone.get(bugs, elsewhere)).status).toBe(401);
    expect((await ada.api.get(bugs)).status).toBe(401);
  });

  it('is not disturbed by other headers', async () => {
    const noise = {
      authorization: 'Bearer nonsense',
      'x-api-key': 'sk_nonsense',
      origin: 'https://evil.example',
    };
    expect((await full.api.get(bugs, noise)).status).toBe(200);
    expect((await full.api.get(bugs, { authorization: `Bearer ${ada.token}` })).status).toBe(200);
  });

  it('says what it may do', async () => {
    const { api, tokenId } = await anAssistant(node, ada, ['write:labels', 'read:bugs']);
    const answer = await api.get(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: tokenId, name: 'Claude', scopes: ['write:labels', 'read:bugs'] });
  });
});

describe('a scope', () => {
  it.each(scopes)('%s opens its own routes and no others', async (scope) => {
    const { api } = await anAssistant(node, ada, [scope]);
    for (const [method, path, needed] of routes) {
      const answer = await api.request(method, `/api/v1/mcp${path}`);
      if (needed === scope) expect([path, answer.status]).not.toEqual([path, 403]);
      else {
        const detail = `This MCP token does not have the '${needed}' scope`;
        expect([method, path, answer.status, answer.body]).toEqual([method, path, 403, { detail }]);
      }
    }
  });

  it('is looked at before the body and the thing itself, but after the token', async () => {
    const { api } = await anAssistant(node, ada, ['read:bugs']);
    expect((await api.patch(`${bugs}/abc`, '{broken')).status).toBe(403);
    expect((await node.anyone.patch(`${bugs}/abc`, '{broken')).status).toBe(401);
    expect((await full.api.patch(`${bugs}/abc`, '{broken')).status).toBe(400);
    expect((await full.api.patch(`${bugs}/abc`, {})).status).toBe(422);
    expect((await full.api.patch(`${bugs}/abc`, { status: 'open' })).status).toBe(404);
  });
});

describe('revoking', () => {
  it('holds at once, on every node', async () => {
    const other = await startNode(database);
    const { tokenId, token: secret } = await anAssistant(node, ada);
    const clients = [node, other].map(({ anyone }) => anyone.with({ 'x-mcp-token': secret }));
    for (const client of clients) expect((await client.get(bugs)).status).toBe(200);
    expectNoContent(await ada.api.delete(`/api/v1/me/mcp-tokens/${tokenId}`));
    for (const client of clients) {
      const answer = await client.get(bugs);
      expect([answer.status, answer.body]).toEqual([401, invalid]);
    }
  });

  it('of a membership takes the team away at once', async () => {
    const grace = await aColleague(node, ada);
    const { api } = await anAssistant(node, grace);
    expect((await api.get(`/api/v1/mcp/teams/${ada.teamId}/labels`)).status).toBe(200);
    await ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${grace.id}`);
    expect((await api.get(`/api/v1/mcp/teams/${ada.teamId}/labels`)).status).toBe(404);
  });
});

describe('the last use', () => {
  const rowOf = async (id: number) => {
    const { rows } = await sql<{ last_used_at: Date | null; version: string }>`
      select last_used_at, xmin::text as version from mcp_tokens where id = ${id}`.execute(node.db);
    return rows[0] as { last_used_at: Date | null; version: string };
  };

  it('is shown, and does not cost a write for each request', async () => {
    const { api, tokenId } = await anAssistant(node, ada);
    await api.get(bugs);
    await expect.poll(async () => (await rowOf(tokenId)).last_used_at).not.toBeNull();
    const noted = await rowOf(tokenId);
    for (let count = 0; count < 5; count++) await api.get(bugs);
    expect(await rowOf(tokenId)).toEqual(noted);
    const listed = (await ada.api.get('/api/v1/me/mcp-tokens')).body.items[0];
    expect(listed).toMatchObject({ id: tokenId, last_used_at: noted.last_used_at?.toISOString() });
  });

  it('is noted again after a while', async () => {
    const { api, tokenId } = await anAssistant(node, ada);
    const longAgo = new Date('2020-01-01T00:00:00Z');
    const { db } = node;
    await db.updateTable('mcp_tokens').set({ last_used_at: longAgo }).where('id', '=', tokenId).execute();
    await api.get(bugs);
    await expect.poll(async () => (await rowOf(tokenId)).last_used_at).not.toEqual(longAgo);
  });

  it('is not noted of a token that is refused', async () => {
    const { tokenId, token: secret } = await anAssistant(node, ada);
    await node.anyone.get(bugs, { 'x-mcp-token': `${secret}0` });
    expect((await rowOf(tokenId)).last_used_at).toBeNull();
  });
});
