import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createDatabase, startNode } from '../../test/harness.ts';

await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--strict']);

const database = await createDatabase();
const node = await startNode(database, { DEMO: 'true' });
const read = (path: string, headers = {}, method = 'GET') => node.anyone.request(method, path, { headers });
const { text: script } = await read('/widget.js');
const version = /`([0-9a-f]{8})`/.exec(script)?.[1] as string;

describe.each(['/widget.js', '/widget.mjs'])('%s', (path) => {
  it('may be used by pages of any site, and is asked for anew after a while', async () => {
    const { status, headers, text } = await read(path, { origin: 'https://shop.example.com' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400');
    expect(headers.get('vary')).toBe('accept-encoding');
    expect(text).toContain(version);
    const again = await read(path, { 'if-none-match': String(headers.get('etag')) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each(['br', 'gzip'])('comes compressed with %s', async (encoding) => {
    const { headers, text } = await read(path, { 'accept-encoding': encoding });
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(text).toBe((await read(path, { 'accept-encoding': 'identity' })).text);
  });
});

describe('what the script loads later', () => {
  it('is kept for ever under its version', async () => {
    for (const name of ['form', 'sender', 'picture', 'render', 'snapshot', 'en', 'ar']) {
      const { status, headers } = await read(`/widget/${version}/${name}.js`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('is there for a while for a page that is older than the service', async () => {
    const { status, headers, text } = await read('/widget/01234567/form.js');
    expect([status, headers.get('cache-control')]).toEqual([200, expect.stringContaining('max-age=300')]);
    expect(text).toBe((await read(`/widget/${version}/form.js`)).text);
  });

  it.each(['form.js.br', 'version', '..%2fversion', 'nothing.js', '__proto__', 'constructor'])(
    'is nothing else, such as %s',
    async (name) => {
      expect((await read(`/widget/${version}/${name}`)).status).toBe(404);
    },
  );
});

describe('the demonstration', () => {
  it('stands at /demo under a strict policy', async () => {
    const { status, headers, text } = await read('/demo');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';");
    expect(policy).toContain("trusted-types 'none'");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<style|style=|<script(?![^>]+src="\/)/);
    for (const name of ['demo.js', 'demo.css']) expect((await read(`/demo/${name}`)).status).toBe(200);
    expect((await read('/demo/version')).status).toBe(404);
  });

  it('is there in production only when it is wanted', async () => {
    const settings = { NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32) };
    const production = await startNode(database, settings);
    expect((await production.anyone.get('/demo')).status).toBe(404);
    expect((await production.anyone.get('/widget.js')).status).toBe(200);
  });
});
