import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDatabase, startNode } from '../../test/harness.ts';

await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--strict']);

const database = await createDatabase();
const node = await startNode(database);
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const read = (path: string, headers = {}, method = 'GET') => node.anyone.request(method, path, { headers });
const { text: page } = await read('/');
const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] as string;

/** Raw bytes: `fetch` would decompress them and normalize the path. */
async function readRaw(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(node.url);
  const sent = request({ hostname, port, path, headers }).end();
  const [answer] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) => {
    sent.on('response', (response) => resolve([response])).on('error', reject);
  });
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

describe('the page', () => {
  it.each(['/', '/bugs/12', '/login?error=session_lost', '/nowhere/at/all', '/apis'])(
    'stands at %s for a browser',
    async (path) => {
      const answer = await read(path, asBrowser);
      expect([answer.status, answer.text]).toEqual([200, page]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const asked = await read(path, asBrowser, 'HEAD');
      expect([asked.status, asked.text]).toEqual([200, '']);
    },
  );

  it.each([
    ['GET', '/api', asBrowser],
    ['GET', '/api/v1/nothing', asBrowser],
    ['GET', '/bugs/12', { accept: 'application/json' }],
    ['GET', '/bugs/12', {}],
    ['POST', '/bugs/12', asBrowser],
    ['GET', '/assets/nothing.js', asBrowser],
    ['GET', '/assets/', asBrowser],
  ])('is no answer to %s %s %o', async (method, path, headers) => {
    const answer = await read(path, headers, method);
    expect([answer.status, answer.body]).toEqual([404, { detail: 'Not found' }]);
  });

  it.each([
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/api/v1/teams', 'GET, HEAD, POST'],
  ])('does not hide that %s %s is not allowed', async (method, path, allowed) => {
    const answer = await read(path, asBrowser, method);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
  });

  it('runs nothing but our own files, and says who may not frame it', async () => {
    const policy = (await read('/')).headers.get('content-security-policy');
    expect(policy).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;",
    );
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]+src="\/assets\/)/);
  });

  it('may show images from the store that is configured, and upload them there', async () => {
    const withStore = await startNode(database, {
      S3_ENDPOINT: 'https://s3.example.com/path',
      S3_BUCKET: 'bugs',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    const { headers } = await withStore.anyone.get('/');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("img-src 'self' blob: https://s3.example.com;");
    expect(policy).toContain("connect-src 'self' https://s3.example.com;");
  });

  it('is not sent again to whoever has it', async () => {
    const etag = String((await read('/')).headers.get('etag'));
    const answer = await read('/bugs/1', { ...asBrowser, 'if-none-match': `"other", ${etag}` });
    expect([answer.status, answer.text]).toEqual([304, '']);
    expect((await read('/', { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('what the page loads', () => {
  it('is kept for ever by whoever has it', async () => {
    const answer = await read(script);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('vary')).toBe('accept-encoding');
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
    ['', undefined, (body: Buffer) => body],
  ])('comes to a client that takes %o in the smallest form', async (accepted, encoding, decode) => {
    const answer = await readRaw(script, { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(decode(answer.body).toString()).toBe((await readRaw(script)).body.toString());
  });

  it.each([
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/....//package.json',
    `${script}.br`,
    '/assets/__proto__',
    '/assets/constructor',
    '/assets/%00',
  ])('is nothing else, such as %s', async (path) => {
    expect((await readRaw(path)).status).toBe(404);
  });
});
