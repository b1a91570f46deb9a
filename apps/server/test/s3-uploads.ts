import { expect, it } from 'vitest';
import { activityOf, aReported, imageOf, type Reported, runNow, upload } from './attachments.ts';
import type { TestNode } from './harness.ts';
import { anImage } from './images.ts';
import type { Store } from './s3-store.ts';
import { expectConflict } from './samples.ts';

export const often = { interval: 50 };

/** Waits until the image of a bug is stored. */
export const arrival = (node: TestNode, one: Pick<Reported, 'bugId' | 'person'>) =>
  expect.poll(() => imageOf(node, one), often).toEqual(expect.objectContaining({ url: expect.any(String) }));

/** Waits for two runs, so that one complete run has started after the call. */
export async function aRound(node: TestNode): Promise<void> {
  const jobs = node.db.selectFrom('jobs').select('run_at').where('kind', '=', 'attachments');
  for (let time = 1; time <= 2; time++) {
    await runNow(node, 'attachments');
    const dueAt = async () => (await jobs.executeTakeFirst())?.run_at.getTime();
    await expect.poll(dueAt, often).toBeGreaterThan(Date.now());
  }
}

const changed = (url: string, change: (url: URL) => void) => {
  const copy = new URL(url);
  change(copy);
  return copy.href;
};

/** Upload tests for any S3 store. */
export function uploadsTo(store: Store, node: TestNode): void {
  it('goes to the store, is noticed, and is shown from there', async () => {
    const one = await aReported(node);
    const asked = (await one.ask({ filename: 'Bildschirm (1) ✓.html' })).body;
    expect(asked.upload_url).toMatch(new RegExp(`^${store.settings.S3_ENDPOINT}/bees/`));
    expect(asked).toMatchObject({ method: 'PUT', headers: { 'Content-Type': 'image/png' } });
    const bytes = anImage();
    expect((await upload(asked, bytes)).status).toBe(200);
    await arrival(node, one);
    const image = await imageOf(node, one);
    expect(image).toMatchObject({ id: asked.id, content_type: 'image/png', content_length: 600 });
    const served = await fetch(image?.url ?? '');
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('content-disposition')).toBe(
      `inline; filename="Bildschirm_1_.html.png"; filename*=UTF-8''Bildschirm%20%281%29%20%E2%9C%93.html.png`,
    );
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await activityOf(node, one)).toMatchObject([
      { via: 'api', changes: { attachment: { id: asked.id, filename: 'Bildschirm (1) ✓.html' } } },
    ]);
    expectConflict(await one.ask());
  });

  it.each([
    ['of another type', anImage(), { 'content-type': 'image/jpeg' }],
    ['of no type', anImage(), { 'content-type': '' }],
    ['that is longer', anImage('image/png', 601), {}],
    ['that is shorter', anImage('image/png', 599), {}],
  ])('%s is refused by the store itself: both are signed', async (_name, bytes, headers) => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    const signed = new URL(asked.upload_url).searchParams.get('X-Amz-SignedHeaders');
    expect(signed).toBe('content-length;content-type;host');
    expect((await upload(asked, bytes, headers as Record<string, string>)).status).toBe(403);
  });

  it('is refused by the store when anything in its address is changed', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    const forged = [
      changed(asked.upload_url, (url) => url.searchParams.set('X-Amz-Expires', '86400')),
      changed(asked.upload_url, (url) => url.searchParams.set('X-Amz-SignedHeaders', 'host')),
      changed(asked.upload_url, (url) => {
        url.pathname = url.pathname.replace('uploads', 'attachments');
      }),
      changed(asked.upload_url, (url) => {
        url.search = '';
      }),
    ];
    for (const upload_url of forged) expect((await upload({ ...asked, upload_url })).status).toBe(403);
    expect(new URL(asked.upload_url).searchParams.get('X-Amz-Expires')).toBe('900');
    expect((await upload(asked)).status).toBe(200);
  });

  it.each([
    ['a page', Buffer.from('<script>alert(1)</script>'.padEnd(600))],
    ['another kind of image', anImage('image/jpeg')],
  ])('that is %s is removed and not stamped; a better one can follow', async (_name, bytes) => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    const { pathname } = new URL(asked.upload_url);
    expect((await upload(asked, bytes)).status).toBe(200);
    await expect
      .poll(async () => (await store.keys()).filter((key) => pathname.endsWith(key)), often)
      .toEqual([]);
    expect(await imageOf(node, one)).toBeUndefined();
    expect(await activityOf(node, one)).toEqual([]);
    expect((await upload(asked)).status).toBe(200);
    await arrival(node, one);
  });

  it('that was no image can be replaced by anybody with the key', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    expectConflict(await one.ask());
    await upload(asked, Buffer.from('<script>'.padEnd(600)));
    await expect.poll(async () => (await one.ask()).status, often).toBe(201);
  });

  it('cannot be changed after it has been checked', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    const bytes = anImage();
    await upload(asked, bytes);
    await arrival(node, one);
    expect((await upload(asked, Buffer.from('<script>'.padEnd(600)))).status).toBe(200);
    await aRound(node);
    const served = await fetch((await imageOf(node, one))?.url ?? '');
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await activityOf(node, one)).toHaveLength(1);
  });

  it('that was replaced does not become the image', async () => {
    const one = await aReported(node);
    const first = (await one.ask()).body;
    const second = (await one.askAgain({ filename: 'second.png' })).body;
    expect((await upload(first)).status).toBe(200);
    const bytes = anImage();
    await upload(second, bytes);
    await arrival(node, one);
    expect(await imageOf(node, one)).toMatchObject({ id: second.id, filename: 'second.png' });
    expect(await activityOf(node, one)).toHaveLength(1);
  });

  it('is shown as it is, whatever else was said of it when it was sent', async () => {
    const one = await aReported(node);
    const bytes = anImage();
    const headers = { 'content-encoding': 'gzip', 'content-disposition': 'attachment', 'cache-control': 'x' };
    expect((await upload((await one.ask()).body, bytes, headers)).status).toBe(200);
    await arrival(node, one);
    const served = await fetch((await imageOf(node, one))?.url ?? '');
    expect(served.headers.get('content-encoding')).toBeNull();
    expect(served.headers.get('cache-control')).toBe('private, max-age=900');
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });
}
