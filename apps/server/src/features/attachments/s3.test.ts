import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import {
  activityOf,
  aReported,
  expire,
  imageOf,
  quarter,
  type Reported,
  runNow,
  upload,
  urlsAt,
} from '../../../test/attachments.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { anImage } from '../../../test/images.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { expectConflict } from '../../../test/samples.ts';
import { signExpiringLink } from '../../auth/signed-links.ts';

const store = await startS3Server();
const database = await createDatabase();
const node = await startNode(database, store.settings);

const often = { interval: 50 };
const arrival = (one: Pick<Reported, 'bugId' | 'person'>, at = node) =>
  expect.poll(() => imageOf(at, one), often).toEqual(expect.objectContaining({ url: expect.any(String) }));

/** Waits until the job has run twice: a run that had begun before is over then, and a whole run has followed it. */
async function aRound(): Promise<void> {
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

describe('with an S3 store, an upload', () => {
  it('goes to the store, is noticed, and is shown from there', async () => {
    const one = await aReported(node);
    const asked = (await one.ask({ filename: 'Bildschirm (1) ✓.html' })).body;
    expect(asked.upload_url).toMatch(new RegExp(`^${store.settings.S3_ENDPOINT}/bees/`));
    expect(asked).toMatchObject({ method: 'PUT', headers: { 'Content-Type': 'image/png' } });
    const bytes = anImage();
    expect((await upload(asked, bytes)).status).toBe(200);
    await arrival(one);
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
    await arrival(one);
  });

  it('that is another by the time it is copied is removed and not stamped', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    const key = new URL(asked.upload_url).pathname.replace('/bees/', '');
    const found = async () => (await store.keys()).filter((name) => name.endsWith(key.replace(/.*\//, '')));
    // The store answers with what was there a moment ago, as one that is only eventually consistent may do.
    const mend = store.interfere(
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'image/png', 'content-length': '600' }).end(),
      ({ method, url }) => method === 'HEAD' && url === `/bees/${key}`,
    );
    const headers = { 'content-type': 'image/png' };
    const address = await store.client.presign('PUT', key, { expiresSeconds: 60, headers });
    await fetch(address, { method: 'PUT', headers, body: anImage('image/png', 700) });
    await expect.poll(found, often).toEqual([]);
    mend();
    expect(await imageOf(node, one)).toBeUndefined();
    expect(await activityOf(node, one)).toEqual([]);
    expect((await upload(asked)).status).toBe(200);
    await arrival(one);
  });

  it('that comes late is taken for five minutes, in which it may have been on its way', async () => {
    const [late, tooLate] = [await aReported(node), await aReported(node)];
    const [lateAsked, tooLateAsked] = [(await late.ask()).body, (await tooLate.ask()).body];
    await expire(node, late, 4);
    await expire(node, tooLate, 6);
    for (const asked of [tooLateAsked, lateAsked]) expect((await upload(asked)).status).toBe(200);
    await arrival(late);
    await aRound();
    expect(await imageOf(node, tooLate)).toBeUndefined();
    expect(await activityOf(node, tooLate)).toEqual([]);
  });

  it('cannot be changed after it has been checked', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    const bytes = anImage();
    await upload(asked, bytes);
    await arrival(one);
    expect((await upload(asked, Buffer.from('<script>'.padEnd(600)))).status).toBe(200);
    await aRound();
    const served = await fetch((await imageOf(node, one))?.url ?? '');
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await activityOf(node, one)).toHaveLength(1);
  });

  it('is noticed after a restart, when no node was there as it came', async () => {
    const own = await createDatabase();
    const before = await startNode(own, store.settings);
    const one = await aReported(before);
    const asked = (await one.ask()).body;
    await before.stop();
    expect((await upload(asked)).status).toBe(200);
    const after = await startNode(own, store.settings);
    await arrival(one, after);
    expect(await activityOf(after, one)).toHaveLength(1);
  });

  it('is noticed when the store was out of order meanwhile, and nothing else waits for that', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    await upload(asked);
    const mend = store.interfere((_request, response) => response.writeHead(500).end());
    await expect
      .poll(() => node.logs.map(({ msg }) => msg), often)
      .toContain('the S3 store could not be asked for uploads');
    expect((await (await aReported(node)).ask()).status).toBe(201);
    expect(await imageOf(node, one)).toBeUndefined();
    mend();
    await sql`update attachments set next_look_at = now()`.execute(node.db);
    await arrival(one);
  });

  it('stays the image when somebody who was late to notice it finds it stamped', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    // Whoever stamps an upload locks its bug first.
    const release = await hold(node, async (trx) => {
      await sql`select from bugs where id = ${one.bugId} for update`.execute(trx);
      await upload(asked);
      await whenBlocked(node);
      await sql`update attachments set uploaded_at = now() where id = ${asked.id}`.execute(trx);
    });
    await release();
    await aRound();
    expect((await fetch((await imageOf(node, one))?.url ?? '')).status).toBe(200);
  });

  it('that was replaced does not become the image', async () => {
    const one = await aReported(node);
    const first = (await one.ask()).body;
    const second = (await one.ask({ filename: 'second.png' })).body;
    expect((await upload(first)).status).toBe(200);
    const bytes = anImage();
    await upload(second, bytes);
    await arrival(one);
    expect(await imageOf(node, one)).toMatchObject({ id: second.id, filename: 'second.png' });
    expect(await activityOf(node, one)).toHaveLength(1);
  });

  it('is shown as it is, whatever else was said of it when it was sent', async () => {
    const one = await aReported(node);
    const bytes = anImage();
    const headers = { 'content-encoding': 'gzip', 'content-disposition': 'attachment', 'cache-control': 'x' };
    expect((await upload((await one.ask()).body, bytes, headers)).status).toBe(200);
    await arrival(one);
    const served = await fetch((await imageOf(node, one))?.url ?? '');
    expect(served.headers.get('content-encoding')).toBeNull();
    expect(served.headers.get('cache-control')).toBe('private, max-age=900');
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('has the same address for everybody who asks in the same quarter of an hour, and another one in the next', async () => {
    const one = await aReported(node);
    await upload((await one.ask()).body);
    await arrival(one);
    const [first, last, next] = await urlsAt(node, one, [quarter, quarter + 899_999, quarter + 900_000]);
    expect(last).toBe(first);
    expect(next).not.toBe(first);
    expect((await fetch(String(first))).status).toBe(200);
    vi.setSystemTime(quarter + 1_800_001);
    expect((await fetch(String(first))).status).toBe(403);
  });

  it('that came too late, or twice, is removed after an hour, and nothing of others', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    await upload(asked);
    await arrival(one);
    await upload(asked);
    const late = new URL(asked.upload_url).pathname.replace('/bees/', '');
    const others = 'skep/uploads/holiday.png';
    await fetch(await store.client.presign('PUT', others, { expiresSeconds: 60 }), {
      method: 'PUT',
      body: 'x',
    });
    await runNow(node, 'clean-up-attachments');
    await aRound();
    expect(await store.keys()).toContain(late);
    for (const key of [late, others]) await store.age(key, 61);
    await runNow(node, 'clean-up-attachments');
    await expect.poll(() => store.keys(), often).not.toContain(late);
    expect(await store.keys()).toContain(others);
    expect((await fetch((await imageOf(node, one))?.url ?? '')).status).toBe(200);
  });

  it('has no address at the service itself', async () => {
    const one = await aReported(node);
    const { id } = (await one.ask()).body;
    const token = signExpiringLink(node.context.secretKey, 'upload', id, new Date(Date.now() + 60_000));
    const upload_url = `${node.url}/api/v1/uploads/${token}`;
    const answer = await upload({ upload_url, method: 'PUT', headers: { 'content-type': 'image/png' } });
    expect(answer.status).toBe(404);
  });
});
