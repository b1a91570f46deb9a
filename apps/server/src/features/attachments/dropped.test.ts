import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { activityOf, aReported, imageOf, type Reported, runNow, upload } from '../../../test/attachments.ts';
import type { Answer } from '../../../test/client.ts';
import { aFolder } from '../../../test/folders.ts';
import { aBaseUrl, createDatabase, startNode, type TestNode } from '../../../test/harness.ts';
import { anImage } from '../../../test/images.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { expectNotFound } from '../../../test/samples.ts';

const dataDir = await aFolder();
const local = await startNode(await createDatabase(), { BASE_URL: await aBaseUrl(), DATA_DIR: dataDir });
const store = await startS3Server();
const remote = await startNode(await createDatabase(), store.settings);
const places: [string, TestNode][] = [
  ['a local folder', local],
  ['an S3 store', remote],
];

const rowOf = ({ db }: TestNode, { bugId }: Reported) =>
  db.selectFrom('attachments').selectAll().where('bug_id', '=', bugId).executeTakeFirst();

async function stamped(node: TestNode, one: Reported): Promise<void> {
  await expect.poll(async () => (await rowOf(node, one))?.uploaded_at).toBeInstanceOf(Date);
}

/** What a sender can see of a response, without values that always differ. */
function visible({ status, headers, body }: Answer) {
  const { id, upload_url, expires_at, uploaded_at, ...rest } = body ?? {};
  const address = upload_url && new URL(upload_url);
  return {
    status,
    headers: [...headers.keys()].sort(),
    rest,
    types: [id, expires_at, uploaded_at].map((value) => typeof value),
    path: address?.pathname.replace(/[^/]+$/, ''),
    parameters: address && [...address.searchParams.keys()],
  };
}

/** Runs through everything a sender can do with an image. */
async function everyStep(node: TestNode, isDropped: boolean) {
  const one = await aReported(node, { isDropped });
  const replaced = await one.ask();
  const before = [replaced, await one.ask()];
  const asked = await one.askAgain();
  before.push(
    asked,
    await one.ask({ content_type: 'text/html' }),
    await one.ask({ content_length: 0 }),
    await upload(asked.body, anImage('image/png', 599)),
    await upload(asked.body),
  );
  await stamped(node, one);
  const after = [await one.ask(), await upload(asked.body), await upload(replaced.body)];
  return [...before, ...after].map(visible);
}

describe.each(places)('with %s, an image for a dropped report', (_name, node) => {
  it('is answered at every step like one for a stored report', async () => {
    const [stored, dropped] = [await everyStep(node, false), await everyStep(node, true)];
    expect(dropped).toEqual(stored);
    expect(stored[7]?.status).toBe(409);
  });

  it('is thrown away, and shown to nobody', async () => {
    const one = await aReported(node, { isDropped: true });
    await upload((await one.ask()).body);
    await stamped(node, one);
    expect(await imageOf(node, one)).toBeUndefined();
    expect(await activityOf(node, one)).toEqual([]);
    const objectKey = String((await rowOf(node, one))?.object_key);
    const kept = async () =>
      node === local ? (await readdir(join(dataDir, 'attachments'))).join() : (await store.keys()).join();
    await expect.poll(kept).not.toContain(objectKey);
  });

  it('is not found for another project', async () => {
    const [one, other] = [await aReported(node, { isDropped: true }), await aReported(node)];
    const headers = { 'x-api-key': other.project.api_key };
    expectNotFound(await one.ask({}, headers));
  });

  it('can be sent for a week, like one for a stored report', async () => {
    const [dropped, stored] = [await aReported(node, { isDropped: true }), await aReported(node)];
    await upload((await dropped.ask()).body);
    await stamped(node, dropped);
    const { db } = node;
    const grow = async (minutes: number) => {
      const age = sql`created_at - make_interval(mins => ${minutes})`;
      await sql`update dropped_reports set created_at = ${age} where bug_id = ${dropped.bugId}`.execute(db);
      await sql`update bugs set created_at = ${age} where id = ${stored.bugId}`.execute(db);
    };
    await grow(7 * 24 * 60 - 10);
    expect([(await dropped.askAgain()).status, (await stored.askAgain()).status]).toEqual([409, 201]);
    await grow(10);
    await runNow(node, 'clean-up-attachments');
    await expect.poll(() => rowOf(node, dropped)).toBeUndefined();
    expectNotFound(await dropped.askAgain());
    expectNotFound(await stored.askAgain());
  });
});
