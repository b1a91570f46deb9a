import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import {
  activityOf,
  aReported,
  expire,
  imageOf,
  quarter,
  runNow,
  upload,
  urlsAt,
} from '../../../test/attachments.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { anImage } from '../../../test/images.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { aRound, arrival, often, uploadsTo } from '../../../test/s3-uploads.ts';
import { signExpiringLink } from '../../auth/signed-links.ts';

const store = await startS3Server();
const database = await createDatabase();
const node = await startNode(database, store.settings);

describe('with an S3 store, an upload', () => {
  uploadsTo(store, node);

  it('that is another by the time it is copied is removed and not stamped', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    const key = new URL(asked.upload_url).pathname.replace('/bees/', '');
    const found = async () => (await store.keys()).filter((name) => name.endsWith(key.replace(/.*\//, '')));
    // Returns stale data, as an eventually consistent store may do.
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
    await arrival(node, one);
  });

  it('that comes late is taken for five minutes, in which it may have been on its way', async () => {
    const [late, tooLate] = [await aReported(node), await aReported(node)];
    const [lateAsked, tooLateAsked] = [(await late.ask()).body, (await tooLate.ask()).body];
    await expire(node, late, 4);
    await expire(node, tooLate, 6);
    for (const asked of [tooLateAsked, lateAsked]) expect((await upload(asked)).status).toBe(200);
    await arrival(node, late);
    await aRound(node);
    expect(await imageOf(node, tooLate)).toBeUndefined();
    expect(await activityOf(node, tooLate)).toEqual([]);
  });

  it('is noticed after a restart, when no node was there as it came', async () => {
    const own = await createDatabase();
    const before = await startNode(own, store.settings);
    const one = await aReported(before);
    const asked = (await one.ask()).body;
    await before.stop();
    expect((await upload(asked)).status).toBe(200);
    const after = await startNode(own, store.settings);
    await arrival(after, one);
    expect(await activityOf(after, one)).toHaveLength(1);
  });

  it('is noticed when the store was out of order meanwhile, and nothing else waits for that', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    await upload(asked);
    const mend = store.interfere((_request, response) => response.writeHead(500).end());
    await expect
      .poll(() => node.logs.map(({ msg }) => msg), often)
      .toContain('cannot poll S3 store for uploads');
    expect((await (await aReported(node)).ask()).status).toBe(201);
    expect(await imageOf(node, one)).toBeUndefined();
    mend();
    await sql`update attachments set next_look_at = now()`.execute(node.db);
    await arrival(node, one);
  });

  it('stays the image when somebody who was late to notice it finds it stamped', async () => {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    // Finishing an upload locks its bug first.
    const release = await hold(node, async (trx) => {
      await sql`select from bugs where id = ${one.bugId} for update`.execute(trx);
      await upload(asked);
      await whenBlocked(node);
      await sql`update attachments set uploaded_at = now() where id = ${asked.id}`.execute(trx);
    });
    await release();
    await aRound(node);
    expect((await fetch((await imageOf(node, one))?.url ?? '')).status).toBe(200);
  });

  it('has the same address for everybody who asks in the same quarter of an hour, and another one in the next', async () => {
    const one = await aReported(node);
    await upload((await one.ask()).body);
    await arrival(node, one);
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
    await arrival(node, one);
    await upload(asked);
    const late = new URL(asked.upload_url).pathname.replace('/bees/', '');
    const others = 'skep/uploads/holiday.png';
    await fetch(await store.client.presign('PUT', others, { expiresSeconds: 60 }), {
      method: 'PUT',
      body: 'x',
    });
    await runNow(node, 'clean-up-attachments');
    await aRound(node);
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
