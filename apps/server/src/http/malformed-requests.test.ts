import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { aPerson } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';
import { openSocket, parseAnswers, type RawAnswer, sendRaw } from '../../test/raw-http.ts';

const node = await startService();

/** The last response: the first may be 100 Continue. */
const ask = async (request: string | Buffer) => (await sendRaw(node.url, request)).at(-1) as RawAnswer;

function expectOurShape({ status, headers, body }: RawAnswer): void {
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  if (status >= 400) expect(JSON.parse(body)).toMatchObject({ detail: expect.any(String) });
}

const closing = 'connection: close\r\n';
const host = 'host: localhost\r\n';
const last = `${host}${closing}\r\n`;
const chunked = 'transfer-encoding: chunked\r\n';
const login = 'POST /api/v1/auth/login HTTP/1.1\r\ncontent-type: application/json\r\n';

describe('an odd request gets an answer in the usual shape:', () => {
  it.each([
    ['no Host', `GET /health HTTP/1.1\r\n${closing}\r\n`, 400],
    ['no Host on an unknown route', `GET /nowhere HTTP/1.1\r\n${closing}\r\n`, 400],
    ['two Hosts', `GET /health HTTP/1.1\r\n${host}host: example.org\r\n${closing}\r\n`, 400],
    ['two Hosts that are the same', `GET /health HTTP/1.1\r\n${host}${host}${closing}\r\n`, 400],
    ['HTTP/1.0 without Host', 'GET /health HTTP/1.0\r\n\r\n', 200],
    ['an unknown expectation', `GET /health HTTP/1.1\r\nexpect: coffee\r\n${last}`, 417],
    ['an expectation to continue', `${login}expect: 100-Continue\r\ncontent-length: 2\r\n${last}{}`, 422],
    ['an absolute address', `GET http://localhost/health HTTP/1.1\r\n${last}`, 200],
    ['an absolute address of something else', `GET gopher://localhost/ HTTP/1.1\r\n${last}`, 404],
    ['the asterisk', `OPTIONS * HTTP/1.1\r\n${last}`, 404],
    ['no address', `GET  HTTP/1.1\r\n${last}`, 400],
    ['CONNECT', `CONNECT example.org:443 HTTP/1.1\r\n${last}`, 405],
    [
      'an upgrade',
      `GET /health HTTP/1.1\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n${host}\r\n`,
      200,
    ],
    ['an upgrade to HTTP/2', `GET /health HTTP/1.1\r\nupgrade: h2c\r\nconnection: upgrade\r\n${last}`, 200],
    ['HTTP/2 itself', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a version of the future', `GET /health HTTP/9.9\r\n${last}`, 400],
    ['an unknown method', `BREW /health HTTP/1.1\r\n${last}`, 400],
    ['TLS', Buffer.from('16030100a50100', 'hex'), 400],
    ['headers that are too large', `GET /health HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n${last}`, 431],
    ['too many headers', `GET /health HTTP/1.1\r\n${'a:b\r\n'.repeat(5_000)}${last}`, 431],
    ['an address that is too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${last}`, 431],
    ['a header without a name', `GET /health HTTP/1.1\r\n: x\r\n${last}`, 400],
    ['a header with a NUL', `GET /health HTTP/1.1\r\nx: a\0b\r\n${last}`, 400],
    ['a folded header', `GET /health HTTP/1.1\r\nx: a\r\n b\r\n${last}`, 400],
    ['a bare line feed', `GET /health HTTP/1.1\nhost: localhost\n\n`, 400],
    ['two lengths', `${login}content-length: 2\r\ncontent-length: 3\r\n${last}{}`, 400],
    ['a negative length', `${login}content-length: -1\r\n${last}`, 400],
    ['a length and pieces', `${login}content-length: 2\r\n${chunked}${last}2\r\n{}\r\n0\r\n\r\n`, 400],
    ['pieces within pieces', `${login}transfer-encoding: chunked, chunked\r\n${last}0\r\n\r\n`, 400],
    ['a piece without a length', `${login}${chunked}${last}x\r\n{}\r\n0\r\n\r\n`, 400],
    ['trailers', `${login}${chunked}${last}2\r\n{}\r\n0\r\nhost: example.org\r\n\r\n`, 422],
    ['a NUL in the path', `GET /api/v1/%00 HTTP/1.1\r\n${last}`, 404],
    ['a NUL in a file of the docs', `GET /docs/static/%00 HTTP/1.1\r\n${last}`, 404],
    ['an unknown file of the docs', `GET /docs/static/nope HTTP/1.1\r\n${last}`, 404],
    ['a file above those of the docs', `GET /docs/static/%2e%2e/package.json HTTP/1.1\r\n${last}`, 404],
    ['no UTF-8 in the path', `GET /api/v1/%ff HTTP/1.1\r\n${last}`, 404],
    ['raw bytes in the path', Buffer.from(`GET /api/v1/\xff HTTP/1.1\r\n${last}`, 'latin1'), 400],
    ['half an escape in the path', `GET /api/v1/teams/% HTTP/1.1\r\n${last}`, 404],
    ['a path that climbs', `GET /api/v1/../../etc/passwd HTTP/1.1\r\n${last}`, 404],
    ['two slashes', `GET //health HTTP/1.1\r\n${last}`, 404],
  ])('%s', async (_name, request, status) => {
    const answer = await ask(request);
    expect([answer.status, answer.body]).toEqual([status, expect.any(String)]);
    expectOurShape(answer);
    expect(node.logs.filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });

  it.each(['%00', '%ff', '%', '%f0%9f', '\xff', '&&==', `__proto__=1&${'a=1&'.repeat(1_500)}`])(
    'the query %j',
    async (query) => {
      const { token } = await aPerson(node);
      for (const path of ['/api/v1/bugs-admin', '/health', '/api/v1/auth/oauth/github/callback']) {
        const line = `GET ${path}?search=${query} HTTP/1.1\r\nauthorization: Bearer ${token}\r\n${last}`;
        const answer = await ask(Buffer.from(line, 'latin1'));
        expect([path, answer.status < 500]).toEqual([path, true]);
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
    },
  );
});

describe('a client that ends its side', () => {
  it('in the midst of a request is told so', async () => {
    const socket = await openSocket(node.url);
    socket.end(`${login}${host}content-length: 100\r\n\r\n{"email":`);
    const [answer] = parseAnswers(await text(socket));
    expect(answer?.status).toBe(400);
  });

  it('of a live stream has gone', async () => {
    const { token } = await aPerson(node);
    const socket = await openSocket(node.url);
    socket.write(`GET /api/v1/live HTTP/1.1\r\n${host}authorization: Bearer ${token}\r\n\r\n`);
    await once(socket, 'data');
    socket.end();
    await once(socket, 'close');
  });
});

it('whoever was refused and does not go is sent away', async () => {
  const socket = await openSocket(node.url);
  socket.on('error', () => {}).write('NONSENSE\r\n\r\n');
  await once(socket, 'data');
  const writing = setInterval(() => socket.write('x'), 100);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(writing);
});
