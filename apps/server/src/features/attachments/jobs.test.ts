import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aReported, expire, imageOf, type Reported, runNow, upload } from '../../../test/attachments.ts';
import { aFolder } from '../../../test/folders.ts';
import { aBaseUrl, createDatabase, startNode, type TestNode } from '../../../test/harness.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { discardAttachmentsOfBugs, discardAttachmentsOfProject } from './queries.ts';

const dataDir = await aFolder();
const folder = join(dataDir, 'attachments');
const local = await startNode(await createDatabase(), { BASE_URL: await aBaseUrl(), DATA_DIR: dataDir });
const store = await startS3Server();
const remote = await startNode(await createDatabase(), store.settings);

const objectsAt = async (node: TestNode) => (node === local ? readdir(folder) : store.keys());
const keyOf = async ({ db }: TestNode, { bugId }: Reported) =>
  (await db.selectFrom('attachments').select('object_key').where('bug_id', '=', bugId).executeTakeFirst())
    ?.object_key;

async function anUploaded(node: TestNode): Promise<Reported & { objectKey: string }> {
  const one = await aReported(node);
  await upload((await one.ask()).body);
  await expect.poll(() => imageOf(node, one)).toBeDefined();
  return { ...one, objectKey: String(await keyOf(node, one)) };
}

const expectGone = (node: TestNode, objectKey: string) =>
  expect.poll(async () => (await objectsAt(node)).join()).not.toContain(objectKey);

describe.each([
  ['a local folder', local],
  ['an S3 store', remote],
])('with %s', (_name, node) => {
  const { db } = node;

  it('the images of deleted bugs are removed once the deletion is committed, and no others', async () => {
    const [one, other] = [await anUploaded(node), await anUploaded(node)];
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('bugs').where('id', '=', one.bugId).execute();
      await discardAttachmentsOfBugs(trx, [one.bugId]);
    });
    expect(await keyOf(node, one)).toBeUndefined();
    await expectGone(node, one.objectKey);
    expect((await objectsAt(node)).join()).toContain(other.objectKey);
    expect(await imageOf(node, other)).toBeDefined();
  });

  it('an image stays when the deletion of its bug is rolled back', async () => {
    const one = await anUploaded(node);
    const rolledBack = db.transaction().execute(async (trx) => {
      await discardAttachmentsOfBugs(trx, [one.bugId]);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    const witness = await anUploaded(node);
    await db.transaction().execute((trx) => discardAttachmentsOfBugs(trx, [witness.bugId]));
    await expectGone(node, witness.objectKey);
    expect((await fetch((await imageOf(node, one))?.url ?? '')).status).toBe(200);
  });

  it('the images of a deleted project are removed, those of its dropped reports too', async () => {
    const [one, dropped] = [await anUploaded(node), await aReported(node, { isDropped: true })];
    await dropped.ask();
    const objectKey = String(await keyOf(node, dropped));
    for (const { project } of [one, dropped]) {
      await db.transaction().execute((trx) => discardAttachmentsOfProject(trx, project.id));
    }
    expect([await keyOf(node, one), await keyOf(node, dropped)]).toEqual([undefined, undefined]);
    await expectGone(node, one.objectKey);
    await expectGone(node, objectKey);
  });

  it('an upload that never comes is forgotten when its time is over', async () => {
    const [expired, waiting] = [await aReported(node), await aReported(node)];
    await expired.ask();
    await waiting.ask();
    await expire(node, expired, 6);
    await runNow(node, 'clean-up-attachments');
    await expect.poll(() => keyOf(node, expired)).toBeUndefined();
    expect(await keyOf(node, waiting)).toBeDefined();
    await expect.poll(() => db.selectFrom('discarded_objects').selectAll().execute()).toEqual([]);
  });
});

it('an image that the store does not let go is removed later', async () => {
  const one = await anUploaded(remote);
  const { db } = remote;
  const mend = store.interfere((_request, response) => response.writeHead(503).end());
  await db.transaction().execute((trx) => discardAttachmentsOfBugs(trx, [one.bugId]));
  const attempts = async () =>
    (await db.selectFrom('discarded_objects').select('attempts').executeTakeFirst())?.attempts;
  await expect.poll(attempts).toBe(1);
  mend();
  await sql`update discarded_objects set next_attempt_at = now()`.execute(db);
  await expectGone(remote, one.objectKey);
});

it('what a crash left of an upload in the local folder is removed after an hour', async () => {
  const drafts = join(folder, 'drafts');
  await mkdir(drafts, { recursive: true });
  const hourAgo = new Date(Date.now() - 61 * 60_000);
  await writeFile(join(drafts, 'old'), 'x');
  await utimes(join(drafts, 'old'), hourAgo, hourAgo);
  await writeFile(join(drafts, 'new'), 'x');
  await runNow(local, 'clean-up-attachments');
  await expect.poll(() => readdir(drafts)).toEqual(['new']);
});
