import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { anAddress, aPerson, aProject } from '../../test/builders.ts';
import { openStream } from '../../test/event-stream.ts';
import { startService } from '../../test/harness.ts';
import { storeBugs } from '../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node);
const project = await aProject(ada);
await storeBugs(node, project, 50);
const list = `/api/v1/bugs-admin?project_id=${project.id}&limit=50`;

/** Raw bytes: `fetch` would decompress them. */
async function read(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { hostname, port } = new URL(node.url);
  const authorization = `Bearer ${ada.token}`;
  const sent = request({ hostname, port, path, method, headers: { authorization, ...headers } }).end();
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

const asIs = (body: Buffer) => body;
const accepting = (encoding: string) => ({ 'accept-encoding': encoding });

describe('a JSON answer of more than a kilobyte', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, GZIP', 'gzip', gunzipSync],
    ['identity', undefined, asIs],
    ['', undefined, asIs],
  ])('comes to a client that takes %o as it takes it', async (accepted, encoding, decode) => {
    const plain = await read(list);
    const answer = await read(list, accepting(accepted));
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(decode(answer.body).toString()).toBe(plain.body.toString());
    expect(JSON.parse(plain.body.toString()).items).toHaveLength(50);
    if (encoding) expect(answer.body.length).toBeLessThan(plain.body.length / 3);
  });

  it('has the same tag however it is sent, and is not sent again to who has it', async () => {
    const [plain, small] = [await read(list), await read(list, accepting('br'))];
    expect(small.headers.etag).toBe(plain.headers.etag);
    const again = await read(list, { ...accepting('br'), 'if-none-match': String(plain.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers['content-encoding']).toBeUndefined();
    expect(again.headers.vary).toBe('accept-encoding');
  });

  it('says to HEAD what it says to GET', async () => {
    const [head, get] = [await read(list, accepting('gzip'), 'HEAD'), await read(list, accepting('gzip'))];
    expect(head.body.length).toBe(0);
    for (const name of ['content-encoding', 'content-length', 'vary', 'etag'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
  });
});

describe('what is not compressed', () => {
  it('is a small answer', async () => {
    const answer = await read('/api/v1/teams', accepting('br'));
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(answer.body.toString()).items).toHaveLength(1);
  });

  it('is an answer with a credential, because its size would tell of it', async () => {
    const allowed_origins = Array.from({ length: 50 }, (_, nth) => `https://page-${nth}.shop.example.com`);
    await ada.api.patch(`/api/v1/projects/${project.id}`, { allowed_origins });
    const { headers, body } = await read(`/api/v1/projects/${project.id}`, accepting('gzip, br'));
    expect(body.length).toBeGreaterThan(1_024);
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body.toString()).api_key).toBe(project.api_key);
  });

  it('is an export, which goes out row by row', async () => {
    const { headers, body } = await read(`/api/v1/bugs-admin/export.csv?project_id=${project.id}`, {
      ...accepting('gzip, br'),
      'x-forwarded-for': anAddress(),
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString().split('\r\n').length).toBeGreaterThan(50);
  });

  it('is a live stream', async () => {
    const { headers } = await openStream(node, ada);
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  });
});
