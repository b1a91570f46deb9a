import { describe, expect, it } from 'vitest';
import { anAssistant, aPerson } from '../../../test/builders.ts';
import type { Answer, Client } from '../../../test/client.ts';
import { aBaseUrl, createDatabase, startNode } from '../../../test/harness.ts';

const database = await createDatabase();
const BASE_URL = await aBaseUrl();
const node = await startNode(database, { BASE_URL });
const ada = await aPerson(node);
const { api, token } = await anAssistant(node, ada);

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const accept = { accept: 'application/json, text/event-stream' };
const send = (client: Client, body: unknown, headers = {}) =>
  client.post('/mcp', body, { ...accept, ...headers });

const modernEnvelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modern = (method: string, params = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params: { ...params, _meta: modernEnvelope },
});
const modernHeaders = (method: string) => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method });

/** The message, which may be the only event of a stream. */
const messageOf = ({ body, text }: Answer) => body ?? JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null');

/** Expects a JSON-RPC error. */
function expectRpcError(answer: Answer, status: number, code: number, message: unknown = expect.any(String)) {
  expect([answer.status, answer.body]).toEqual([
    status,
    { jsonrpc: '2.0', id: null, error: { code, message } },
  ]);
}

describe('the door', () => {
  it('is opened by the token in our header, or as a bearer token', async () => {
    for (const client of [api, node.anyone.with({ authorization: `Bearer ${token}` })]) {
      const answer = await send(client, listTools);
      expect(answer.status).toBe(200);
      expect(messageOf(answer).result.tools).toHaveLength(19);
    }
  });

  it.each([
    ['nothing', {}],
    ['an unknown token', { 'x-mcp-token': `mcp_${'0'.repeat(40)}` }],
    ['a session', { authorization: `Bearer ${ada.token}` }],
    ['a token as a key', { 'x-api-key': token }],
    ['a token of another scheme', { authorization: `Basic ${token}` }],
  ])('is not opened by %s', async (_what, headers) => {
    for (const method of ['POST', 'GET', 'DELETE']) {
      const body = method === 'POST' ? listTools : undefined;
      const answer = await node.anyone.request(method, '/mcp', { body, headers: { ...accept, ...headers } });
      expectRpcError(answer, 401, -32000, 'Invalid MCP token');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', BASE_URL.replace('http', 'https'), ''])(
    'is closed for pages of the origin "%s"',
    async (origin) => {
      expectRpcError(await send(api, listTools, { origin }), 403, -32000, 'Origin not allowed');
    },
  );

  it("is open for the service's own pages", async () => {
    expect((await send(api, listTools, { origin: BASE_URL })).status).toBe(200);
  });

  it('closes at once for a token that is revoked, on every node', async () => {
    const other = await startNode(database);
    const { token, tokenId } = await anAssistant(node, ada);
    const clients = [node, other].map(({ anyone }) => anyone.with({ 'x-mcp-token': token }));
    for (const client of clients) expect((await send(client, listTools)).status).toBe(200);
    await ada.api.delete(`/api/v1/me/mcp-tokens/${tokenId}`);
    for (const client of clients) expect((await send(client, listTools)).status).toBe(401);
  });
});

describe('messages', () => {
  it('need no session: any node answers any of them', async () => {
    const other = (await startNode(database)).anyone.with({ 'x-mcp-token': token });
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    };
    const greeted = await send(api, hello);
    expect(greeted.headers.has('mcp-session-id')).toBe(false);
    expect(messageOf(greeted).result).toMatchObject({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'skep' },
      capabilities: { tools: { listChanged: false } },
    });
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'get_stats', arguments: {} },
    };
    expect(messageOf(await send(other, call)).result.structuredContent).toMatchObject({ open_count: 0 });
  });

  it('of the current revision are answered in it', async () => {
    const discovered = await send(api, modern('server/discover'), modernHeaders('server/discover'));
    expect(discovered.status).toBe(200);
    expect(discovered.body).toMatchObject({ id: 7, result: { supportedVersions: ['2026-07-28'] } });
    const listed = await send(api, modern('tools/list'), modernHeaders('tools/list'));
    expect(listed.body.result.tools).toHaveLength(19);
  });

  it('that ask for news end at once, because the tools never change', async () => {
    const method = 'subscriptions/listen';
    const answer = await send(
      api,
      modern(method, { notifications: { toolsListChanged: true } }),
      modernHeaders(method),
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"resultType":"complete"');
  });

  it.each(['GET', 'DELETE'])(
    'cannot be sent by %s: there are no streams or sessions to name',
    async (method) => {
      const answer = await api.request(method, '/mcp', { headers: accept });
      expect([answer.status, answer.body.error.message]).toEqual([405, 'Method not allowed.']);
    },
  );

  it('of another method are 405 with what is allowed', async () => {
    const answer = await api.request('PUT', '/mcp', { body: listTools });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('POST');
  });
});

describe('a bad body', () => {
  it.each([
    ['no JSON', '{"jsonrpc"', 400, -32700],
    ['nothing', '', 400, -32600],
    ['no message', '{}', 400, -32600],
    ['a list of none', '[]', 400, -32600],
    ['a string', '"tools/list"', 400, -32600],
  ])('that is %s is refused', async (_what, body, status, code) => {
    const answer = await send(api, body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('of more than 256 KiB is refused', async () => {
    const filled = (size: number) => {
      const [start, end] = ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":"', '"}}'];
      return start + 'x'.repeat(size - start.length - end.length) + end;
    };
    expect((await send(api, filled(256 * 1024))).status).toBe(200);
    expectRpcError(await send(api, filled(256 * 1024 + 1)), 413, -32000);
  });

  it('of another type is refused', async () => {
    expectRpcError(await send(api, listTools, { 'content-type': 'text/plain' }), 415, -32000);
  });
});

it('says so in the form of the protocol when something breaks', async () => {
  const broken = await startNode(await createDatabase());
  await broken.db.schema.alterTable('mcp_tokens').renameTo('lost').execute();
  const answer = await send(broken.anyone.with({ 'x-mcp-token': token }), listTools);
  expectRpcError(answer, 500, -32603, 'Internal server error');
});
