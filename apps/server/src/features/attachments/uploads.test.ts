import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { activityOf, aReported, expire, imageOf, type Reported, upload } from '../../../test/attachments.ts';
import { aFolder } from '../../../test/folders.ts';
import { aBaseUrl, secretKey, startService } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { anImage, aSound } from '../../../test/images.ts';
import { countStatuses, expectConflict, expectRefused, timestamp, unknownId } from '../../../test/samples.ts';
import { signExpiringLink } from '../../auth/signed-links.ts';

const baseUrl = await aBaseUrl();
const dataDir = await aFolder();
const node = await startService({ BASE_URL: baseUrl, DATA_DIR: dataDir });

/** All attachment files, including drafts. */
async function files(): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'attachments'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function expectNothingKept(one: Reported, filesBefore: string[]): Promise<void> {
  expect(await imageOf(node, one)).toBeUndefined();
  expect(await activityOf(node, one)).toEqual([]);
  expect(await files()).toEqual(filesBefore);
}

describe('an upload', () => {
  it.each([
    ['image/png', 600],
    ['image/jpeg', 2_097_152],
    ['image/webp', 12],
  ] as const)('of %s with %i bytes becomes the image of the bug', async (content_type, content_length) => {
    const one = await aReported(node);
    const asked = (await one.ask({ content_type, content_length })).body;
    const bytes = anImage(content_type, content_length);
    const answer = await upload(asked, bytes);
    expect([answer.status, answer.body]).toEqual([200, { id: asked.id, uploaded_at: timestamp }]);
    expect(await imageOf(node, one)).toEqual({
      id: asked.id,
      filename: 'screen.png',
      content_type,
      content_length,
      uploaded_at: answer.body.uploaded_at,
      url: expect.stringContaining(`${baseUrl}/api/v1/attachments/`),
    });
    const stored = await Promise.all((await files()).map((path) => readFile(path)));
    expect(stored.filter((content) => content.equals(bytes))).toHaveLength(1);
  });

  it('leaves one activity', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    await upload(asked);
    expect(await activityOf(node, one)).toEqual([
      {
        kind: 'attachment_added',
        actor_id: null,
        via: 'api',
        changes: { attachment: { id: asked.id, filename: 'screen.png' } },
      },
    ]);
  });

  it('is done once: what comes after it, or at the same time, is refused', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    const images = Array.from({ length: 6 }, () => anImage());
    const answers = await Promise.all(images.map((bytes) => upload(asked, bytes)));
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 5 });
    const winner = images[answers.findIndex(({ status }) => status === 200)];
    expectConflict(await upload(asked));
    const served = await fetch((await imageOf(node, one))?.url ?? '');
    expect(Buffer.from(await served.arrayBuffer()).equals(winner as Buffer)).toBe(true);
    expect(await activityOf(node, one)).toHaveLength(1);
    expect((await files()).filter((path) => path.includes('drafts'))).toEqual([]);
  });

  it('stays out of the log with its address', async () => {
    const before = node.logs.length;
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    await upload(asked);
    const token = asked.upload_url.split('/').at(-1);
    await fetch(asked.upload_url, { method: 'POST' });
    await fetch(`${asked.upload_url}/`, { method: 'PUT' });
    const lines = () =>
      node.logs.slice(before).filter(({ path }) => String(path).startsWith('/api/v1/uploads/:token'));
    await expect.poll(() => lines().map(({ status }) => status)).toEqual([200, 405, 404]);
    expect(JSON.stringify(node.logs)).not.toContain(token);
  });
});

describe('an upload is refused, and can be repeated,', () => {
  const page = Buffer.from('<html><script>alert(1)</script>'.padEnd(600));
  const gifType = { 'content-type': 'image/gif' };
  it.each([
    ['when it is of another image type', 415, anImage(), { 'content-type': 'image/jpeg' }],
    ['when it is of a type that is not taken', 415, anImage(), gifType],
    ['when it is a page', 415, page, { 'content-type': 'text/html' }],
    ['when it is JSON', 415, Buffer.from('{}'), { 'content-type': 'application/json' }],
    ['when it is compressed', 415, anImage(), { 'content-encoding': 'gzip' }],
    ['when it is one byte short', 422, anImage('image/png', 599), {}],
    ['when it is one byte long', 422, anImage('image/png', 601), {}],
    ['when it is empty', 422, Buffer.alloc(0), {}],
    ['when it is larger than any image may be', 413, anImage('image/png', 2_097_153), {}],
    ['when it is a JPEG that says it is a PNG', 422, anImage('image/jpeg'), {}],
    ['when it is a page that says it is a PNG', 422, page, {}],
    [
      'when only its end is an image',
      422,
      Buffer.concat([page.subarray(100), anImage('image/png', 100)]),
      {},
    ],
  ])('%s', async (_name, status, bytes, headers) => {
    const one = await aReported(node);
    const filesBefore = await files();
    const asked = (await one.ask()).body;
    const answer = await upload(asked, bytes as Buffer<ArrayBuffer>, headers as Record<string, string>);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.body.detail).toEqual(expect.any(String));
    await expectNothingKept(one, filesBefore);
    expect((await upload(asked)).status).toBe(200);
  });

  it('when it is neither of the other two kinds that it says', async () => {
    for (const content_type of ['image/jpeg', 'image/webp']) {
      const one = await aReported(node);
      expectRefused(await upload((await one.ask({ content_type })).body), 'body');
    }
  });

  it('when it is a sound in the container of a WebP, or ends before that could be told', async () => {
    const one = await aReported(node);
    const asked = (await one.ask({ content_type: 'image/webp' })).body;
    expectRefused(await upload(asked, aSound()), 'body');
    const short = (await one.askAgain({ content_type: 'image/webp', content_length: 11 })).body;
    expectRefused(await upload(short, anImage('image/webp', 12).subarray(0, 11)), 'body');
    expect(await imageOf(node, one)).toBeUndefined();
  });

  it('when the connection breaks in the middle of it', async () => {
    const one = await aReported(node);
    const filesBefore = await files();
    const asked = (await one.ask()).body;
    const { hostname, port, pathname } = new URL(asked.upload_url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(
      `PUT ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\ncontent-length: 600\r\n\r\n`,
    );
    socket.end(anImage().subarray(0, 300));
    const answer = await text(socket);
    expect(answer).not.toContain(' 200 ');
    await expectNothingKept(one, filesBefore);
    expect((await upload(asked)).status).toBe(200);
  });

  it('when it is sent in pieces without end', async () => {
    const one = await aReported(node);
    const filesBefore = await files();
    const { upload_url, headers } = (await one.ask()).body;
    const piece = anImage('image/png', 64 * 1024);
    const body = ReadableStream.from(Array.from({ length: 64 }, () => piece));
    const answer = await fetch(upload_url, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(413);
    await expectNothingKept(one, filesBefore);
  });
});

describe('an upload address', () => {
  const put = (token: string) =>
    upload({
      upload_url: `${baseUrl}/api/v1/uploads/${token}`,
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
    });
  const inAMinute = () => new Date(Date.now() + 60_000);

  it('is worth nothing when it was not made here, for this upload and time', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    const token: string = asked.upload_url.split('/').at(-1);
    const [id, expires, signature = ''] = token.split('.');
    const forged = [
      'x',
      `${id}.${expires}`,
      `${id}.${expires}.`,
      `${id}.${expires}.${signature.toLowerCase()}`,
      `${id}.${expires}.${signature}.x`,
      `${id}.${Number(expires) + 60_000}.${signature}`,
      `${Number(id) + 1}.${expires}.${signature}`,
      `${id}.${signature}`,
      `${id}.${expires}.${'%C3%A9'.repeat(5)}`,
      signExpiringLink(secretKey, 'attachment', asked.id, inAMinute()),
      signExpiringLink('a secret key of somebody else entirely', 'upload', asked.id, inAMinute()),
      signExpiringLink(secretKey, 'upload', unknownId, inAMinute()),
      signExpiringLink(secretKey, 'upload', asked.id, new Date(Date.now() - 1)),
    ];
    for (const wrong of forged) expect([wrong, (await put(wrong)).status]).toEqual([wrong, 403]);
    expect(await imageOf(node, one)).toBeUndefined();
    expect((await put(token)).status).toBe(200);
  });

  it('is worth nothing when it has expired', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    await expire(node, one);
    expect((await upload(asked)).status).toBe(403);
    expect(await imageOf(node, one)).toBeUndefined();
    expect((await upload((await one.ask()).body)).status).toBe(200);
  });

  it.each([
    [
      'expires long before the image has come',
      sql`update attachments set expires_at = now() - interval '6 minutes'`,
    ],
    ['is replaced before the image has come', sql`delete from attachments`],
  ])('that %s is worth nothing any more', async (_what, change) => {
    const one = await aReported(node);
    const filesBefore = await files();
    const asked = (await one.ask()).body;
    let sending: ReturnType<typeof upload> | undefined;
    // Finishing an upload locks its bug first.
    const release = await hold(node, async (trx) => {
      await sql`select from bugs where id = ${one.bugId} for update`.execute(trx);
      sending = upload(asked);
      await whenBlocked(node);
      await sql`${change} where id = ${asked.id}`.execute(trx);
    });
    await release();
    const answer = await sending;
    expect([answer?.status, answer?.body]).toEqual([
      403,
      { detail: 'The upload URL has expired. Request a new one.' },
    ]);
    await expectNothingKept(one, filesBefore);
  });

  it('takes from pages what the project allows, and lets them read every answer', async () => {
    const one = await aReported(node, { settings: { allowed_origins: ['https://shop.example.com'] } });
    const asked = (await one.ask()).body;
    const preflight = await fetch(asked.upload_url, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
    const foreign = await upload(asked, anImage(), { origin: 'https://example.org' });
    expect([foreign.status, foreign.body]).toEqual([403, { detail: 'Origin not allowed' }]);
    const allowed = await upload(asked, anImage(), { origin: 'https://shop.example.com' });
    expect(allowed.status).toBe(200);
    for (const { headers } of [foreign, allowed]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('takes images, which no other route does', async () => {
    const one = await aReported(node);
    const path = `/api/v1/bugs/${one.bugId}/attachments`;
    const headers = { 'content-type': 'image/png', 'x-api-key': one.project.api_key };
    expect((await node.anyone.request('POST', path, { body: 'x', headers })).status).toBe(415);
  });
});
