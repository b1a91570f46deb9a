import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { anAddress, aPerson } from '../../test/builders.ts';
import { proxyTo } from '../../test/database-proxy.ts';
import { createDatabase, startNode } from '../../test/harness.ts';

const database = await createDatabase();
const node = await startNode(database);
const person = await aPerson(node);
const { api } = person;

describe('every response', () => {
  it('has a request id and headers that keep browsers from guessing, framing and caching', async () => {
    const answers = [
      await node.anyone.get('/health'),
      await node.anyone.get('/nowhere'),
      await node.anyone.get('/api/v1/bugs/%zz'),
      await node.anyone.get(`/api/v1/bugs/${'9'.repeat(101)}`),
      await api.get('/api/v1/teams'),
    ];
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length);
  });

  it('demands encryption from then on when the service is reached by https', async () => {
    const secure = await startNode(database, { BASE_URL: 'https://bugs.example.com' });
    expect((await secure.anyone.get('/health')).headers.get('strict-transport-security')).toMatch(
      /max-age=\d+/,
    );
    expect((await node.anyone.get('/health')).headers.has('strict-transport-security')).toBe(false);
  });
});

describe('routes', () => {
  it.each([
    '/nowhere',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v2/teams',
    '/api/v1/teams/%ff',
    `/api/v1/bugs/${'9'.repeat(101)}`,
  ])('%s is 404', async (path) => {
    const answer = await node.anyone.get(path);
    expect([answer.status, answer.body]).toEqual([404, { detail: 'Not found' }]);
  });

  it.each([
    ['PUT', '/api/v1/teams', 'GET, HEAD, POST'],
    ['PUT', `/api/v1/teams/${person.teamId}`, 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/api/v1/auth/login?x=1', 'POST'],
    ['POST', '/health', 'GET, HEAD'],
    ['QUERY', '/health', 'GET, HEAD'],
  ])('%s %s is 405 and says what is allowed', async (method, path, allowed) => {
    const answer = await node.anyone.request(method, path);
    expect([answer.status, answer.body]).toEqual([405, { detail: 'Method not allowed' }]);
    expect(answer.headers.get('allow')).toBe(allowed);
  });

  it('come before the credential, and the credential before the body and the thing itself', async () => {
    expect((await node.anyone.request('PUT', '/api/v1/teams', { body: '{broken' })).status).toBe(405);
    expect((await node.anyone.post('/api/v1/nothing', '{broken')).status).toBe(404);
    expect((await node.anyone.post('/api/v1/teams', '{broken')).status).toBe(401);
    expect((await node.anyone.get('/api/v1/teams/abc')).status).toBe(401);
    expect((await api.patch('/api/v1/teams/abc', { name: 5 })).status).toBe(422);
    expect((await api.patch('/api/v1/teams/abc', { name: 'Bees' })).status).toBe(404);
  });
});

describe('bodies', () => {
  const post = (body: string, headers = {}) => api.request('POST', '/api/v1/teams', { body, headers });

  it.each([
    ['broken JSON', '{"name": ', 400, 'The body is not valid JSON'],
    ['a lone word', 'name', 400, 'The body is not valid JSON'],
    ['an array', '[]', 422, 'body: must be an object'],
    ['a string', '"name"', 422, 'body: must be an object'],
    ['null', 'null', 422, 'body: must be an object'],
    ['nothing', '', 422, 'body: must be an object'],
    ['an object without the field', '{}', 422, 'name: is required'],
    ['nesting without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 422, 'body: must be an object'],
  ])('%s', async (_name, body, status, detail) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toBe(detail);
  });

  it('that are not JSON by their content type are 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'nonsense',
    ]) {
      const answer = await post('{"name":"Bees"}', { 'content-type': type });
      expect([type, answer.status]).toEqual([type, 415]);
      expect(answer.body).toEqual({ detail: 'The body must be sent as application/json' });
    }
  });

  it('that are not UTF-8 are 400', async () => {
    const response = await fetch(`${node.url}/api/v1/teams`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { detail: 'The body is not valid UTF-8' },
    ]);
  });

  it('of 256 KiB are read and one byte more is 413', async () => {
    const filled = (size: number) => `{"name":"${'a'.repeat(size - 11)}"}`;
    expect((await post(filled(256 * 1024))).status).toBe(422);
    const tooLarge = await post(filled(256 * 1024 + 1));
    expect([tooLarge.status, tooLarge.body]).toEqual([413, { detail: 'The body is too large' }]);
  });

  it('are not coerced, and every refused field is named', async () => {
    const answer = await node.anyone.post(
      '/api/v1/auth/signup',
      { email: true, password: 12345678, name: null },
      { 'x-forwarded-for': anAddress() },
    );
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      detail: 'email: must be a string',
      errors: [
        { field: 'email', message: 'must be a string' },
        { field: 'password', message: 'must be a string' },
        { field: 'name', message: 'must be a string' },
      ],
    });
  });

  it('may hold unknown fields, which change nothing, `__proto__` among them', async () => {
    const answer = await post('{"name":"Bees","plan":"unlimited","id":1,"__proto__":{"slug":"polluted"}}');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: 'Bees', plan: 'free' });
    expect(answer.body.slug).not.toBe('polluted');
  });

  it('may be empty on a DELETE that names a content type', async () => {
    const answer = await api.request('DELETE', '/api/v1/projects/0', {
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(404);
  });
});

describe('a client that goes away in the middle of its body', () => {
  it('is not our fault, and not an error in the log', async () => {
    const before = node.logs.length;
    const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.77\r\n' +
        'content-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n',
    );
    await once(socket, 'data');
    socket.write('{"email":', () => socket.destroy());
    await once(socket, 'close');
    for (let later = 0; later < 20; later++) await node.anyone.get('/health');
    expect(node.logs.slice(before).filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });
});

describe('what is no HTTP at all', () => {
  it('gets an answer in the usual shape', async () => {
    const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
    socket.end('NONSENSE\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(answer).toContain('{"detail":"The request is not valid HTTP"}');
  });
});

describe('faults', () => {
  it('of the service are 500 with the request id that the log has, and without internals', async () => {
    const broken = await startNode(await createDatabase());
    const { api } = await aPerson(broken);
    await broken.db.schema.alterTable('teams').renameTo('hives').execute();
    const answer = await api.get('/api/v1/teams');
    const requestId = answer.headers.get('x-request-id');
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ detail: 'Internal server error', request_id: requestId });
    expect(broken.logs.find(({ msg }) => msg === 'request failed')).toMatchObject({ request_id: requestId });
  });

  it('of the database are 503 with Retry-After, and over when it is back', async () => {
    const line = await proxyTo(database);
    const cutOff = await startNode(line);
    const cutApi = cutOff.anyone.with({ authorization: `Bearer ${person.token}` });
    expect((await cutApi.get('/api/v1/teams')).status).toBe(200);
    line.cut();
    for (const answer of [await cutApi.get('/api/v1/teams'), await cutOff.anyone.get('/health')]) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.body.detail).toMatch(/The database does not respond/);
    }
    line.mend();
    expect((await cutApi.get('/api/v1/teams')).status).toBe(200);

    const logins = Array.from({ length: 20 }, () =>
      cutOff.anyone.post(
        '/api/v1/auth/login',
        { email: person.email, password: 'wrong horse battery' },
        { 'x-forwarded-for': anAddress() },
      ),
    );
    line.cut();
    for (const { status } of await Promise.all(logins)) expect([401, 429, 503]).toContain(status);
    line.mend();
    expect((await cutApi.get('/api/v1/teams')).status).toBe(200);
  });
});

describe('the log', () => {
  it('has a line for each request, with neither secrets nor queries', async () => {
    await api.get('/api/v1/teams?search=private');
    await api.post('/api/v1/me/mcp-tokens', { name: 'Assistant', scopes: ['read:bugs'] });
    const line = node.logs.find(({ path }) => path === '/api/v1/teams');
    expect(line).toMatchObject({
      msg: 'request',
      method: 'GET',
      status: 200,
      request_id: expect.any(String),
    });
    const everything = JSON.stringify(node.logs);
    for (const secret of [person.token, person.password, 'private', 'mcp_']) {
      expect(everything).not.toContain(secret);
    }
    // A stack trace may contain Node's task_queues.
    expect(everything).not.toMatch(/\bsk_/);
  });
});
