import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { aReported, imageOf, quarter, upload, urlsAt } from '../../../test/attachments.ts';
import { aFolder } from '../../../test/folders.ts';
import { aBaseUrl, secretKey, startService } from '../../../test/harness.ts';
import { anImage } from '../../../test/images.ts';
import { unknownId } from '../../../test/samples.ts';
import { signExpiringLink } from '../../auth/signed-links.ts';

const baseUrl = await aBaseUrl();
const dataDir = await aFolder();
const node = await startService({ BASE_URL: baseUrl, DATA_DIR: dataDir });

async function anUploaded(values: Record<string, unknown> = {}, bytes = anImage()) {
  const one = await aReported(node);
  await upload((await one.ask(values)).body, bytes);
  const image = await imageOf(node, one);
  if (!image) throw new Error('the upload failed');
  return image;
}

const show = (id: number, expiresInMs: number, key = secretKey, purpose = 'attachment') =>
  node.anyone.get(
    `/api/v1/attachments/${signExpiringLink(key, purpose, id, new Date(Date.now() + expiresInMs))}`,
  );

describe('the address of an image', () => {
  it('answers its bytes, so that a browser can only show them', async () => {
    const bytes = anImage();
    const { url } = await anUploaded({}, bytes);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline; filename="screen.png"',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, max-age=900',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  });

  it('is good for a quarter of an hour at least, and ends with the quarter after that', async () => {
    const { url } = await anUploaded();
    const expires = Number(new URL(url).pathname.split('.').at(-2));
    expect(expires % 900_000).toBe(0);
    expect(expires - Date.now()).toBeGreaterThan(899_000);
    expect(expires - Date.now()).toBeLessThanOrEqual(1_800_000);
  });

  it('is the same for everybody who asks in the same quarter of an hour, and another one in the next', async () => {
    const one = await aReported(node);
    await upload((await one.ask()).body, anImage());
    const [first, last, next] = await urlsAt(node, one, [quarter, quarter + 899_999, quarter + 900_000]);
    expect(last).toBe(first);
    expect(next).not.toBe(first);
    expect((await fetch(String(first))).status).toBe(200);
    vi.setSystemTime(quarter + 1_800_000);
    const gone = await fetch(String(first));
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([403, 'no-store']);
  });

  it.each([
    ['screen-1.png', 'screen-1.png', null],
    ['page.html', 'page.html.png', null],
    ['Bildschirm "foto".PNG', 'Bildschirm_foto_.PNG', 'Bildschirm "foto".PNG'],
    ['Überblick 画面 🐝.png', '_berblick_.png', 'Überblick 画面 🐝.png'],
    ["it's (1)*.png", 'it_s_1_.png', "it's (1)*.png"],
    ['100%25.png', '100_25.png', '100%25.png'],
    ['a\r\nset-cookie: x=y', 'a_set-cookie_x_y.png', 'a__set-cookie: x=y.png'],
    ['🐝', '_.png', '🐝.png'],
    ['a"; filename="b.exe', 'a_filename_b.exe.png', 'a"; filename="b.exe.png'],
    ['photo\u202egnp.exe\u2066\u200f', 'photo_gnp.exe_.png', 'photo_gnp.exe__.png'],
    ['a\x7f\x9b\u2028b.png', 'a_b.png', 'a___b.png'],
    [`${'x'.repeat(250)}.png`, `${'x'.repeat(96)}.png`, `${'x'.repeat(250)}.png`],
    ['é'.repeat(255), '_.png', `${'é'.repeat(255)}.png`],
  ])('names the file %j safely: %s, whole %j', async (filename, plain, whole) => {
    const image = await anUploaded({ filename });
    expect(image.filename).toBe(filename);
    const { headers } = await fetch(image.url);
    const [inline, simple, extended = ''] = (headers.get('content-disposition') ?? '').split('; ');
    expect([inline, simple]).toEqual(['inline', `filename="${plain}"`]);
    expect(extended).toMatch(/^(filename\*=UTF-8''[A-Za-z0-9%._~!-]+)?$/);
    expect(extended ? decodeURIComponent(extended.replace(/^.*''/, '')) : null).toBe(whole);
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('is worth nothing when it has expired or was not made here for reading', async () => {
    const { id } = await anUploaded();
    expect((await show(id, 60_000)).status).toBe(200);
    expect((await show(id, -1)).status).toBe(403);
    expect((await show(id, 60_000, 'a secret key of somebody else entirely')).status).toBe(403);
    expect((await show(id, 60_000, secretKey, 'upload')).status).toBe(403);
    expect((await node.anyone.get('/api/v1/attachments/x')).status).toBe(403);
  });

  it('leads to nothing outside of the store, although a row from a backup of strangers says so', async () => {
    await writeFile(join(dataDir, 'outside'), 'a secret of the machine');
    const { id, url } = await anUploaded();
    await sql`update attachments set object_key = '../outside' where id = ${id}`.execute(
      node.context.pools.main,
    );
    expect((await fetch(url)).status).toBe(500);
    await expect(node.context.storage.remove('../outside')).rejects.toThrow('Invalid object key');
    expect(await readdir(dataDir)).toContain('outside');
  });

  it('shows nothing of what has not been uploaded, is unknown or lost', async () => {
    const one = await aReported(node);
    const { id } = (await one.ask()).body;
    expect((await show(id, 60_000)).status).toBe(404);
    expect((await show(unknownId, 60_000)).status).toBe(404);
    const folder = join(dataDir, 'attachments');
    const lost = await anUploaded();
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    expect((await show(lost.id, 60_000)).status).toBe(404);
  });
});
