import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { activityOf, anAttachment, aReported, imageOf, runNow, upload } from '../../../test/attachments.ts';
import { aBug, aColleague, aPerson, aProject, type Person } from '../../../test/builders.ts';
import { aFolder } from '../../../test/folders.ts';
import { aBaseUrl, createDatabase, startNode, type TestNode } from '../../../test/harness.ts';
import { anImage } from '../../../test/images.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { expectConflict, expectNotFound, expectRefused, unknownId } from '../../../test/samples.ts';

const dataDir = await aFolder();
const local = await startNode(await createDatabase(), { BASE_URL: await aBaseUrl(), DATA_DIR: dataDir });
const store = await startS3Server();
const remote = await startNode(await createDatabase(), store.settings);

const imagesPath = (bugId: number) => `/api/v1/bugs-admin/${bugId}/comment-images`;
const commentsPath = (bugId: number) => `/api/v1/bugs-admin/${bugId}/comments`;
const announce = ({ api }: Person, bugId: number, values = {}) =>
  api.post(imagesPath(bugId), anAttachment(values));
const comment = async ({ api }: Person, bugId: number, body: string) =>
  (await api.post(commentsPath(bugId), { body })).body;
const idsOf = ({ images }: { images: { id: number }[] }) => images.map(({ id }) => id);
const naming = (...ids: number[]) => ids.map((id) => `![screen](image:${id})`).join('\n');

describe.each([
  ['a local folder', local],
  ['an S3 store', remote],
])('with %s', (_name, node: TestNode) => {
  const listed = async ({ api }: Person, bugId: number, ids: number[]) =>
    (await api.get(`${imagesPath(bugId)}?${ids.map((id) => `image_id=${id}`).join('&')}`)).body.items;

  async function anUploaded(person: Person, bugId: number, bytes = anImage()): Promise<number> {
    const { body } = await announce(person, bugId);
    expect((await upload(body, bytes)).status).toBe(200);
    await expect.poll(async () => (await listed(person, bugId, [body.id])).length).toBe(1);
    return body.id;
  }

  const objects = async () => (node === local ? readdir(join(dataDir, 'attachments')) : store.keys());
  const keyOf = async (id: number) => {
    const { rows } = await sql<{ object_key: string }>`
      select object_key from attachments where id = ${id}`.execute(node.db);
    return rows[0]?.object_key;
  };
  async function expectGone(objectKey: string | undefined, id: number) {
    expect(await keyOf(id)).toBeUndefined();
    await expect.poll(async () => (await objects()).join()).not.toContain(objectKey);
  }

  it('an image is uploaded, and shown by the comment that names it', async () => {
    const { person, bugId } = await aReported(node);
    const asked = await announce(person, bugId, { filename: 'cart.png' });
    expect(asked.status).toBe(201);
    expect(asked.body).toMatchObject({ method: 'PUT', headers: { 'Content-Type': 'image/png' } });
    expect(await listed(person, bugId, [asked.body.id])).toEqual([]);
    const bytes = anImage();
    expect((await upload(asked.body, bytes)).status).toBe(200);
    const image = {
      id: asked.body.id,
      filename: 'cart.png',
      content_type: 'image/png',
      content_length: 600,
      url: expect.any(String),
    };
    await expect.poll(() => listed(person, bugId, [asked.body.id])).toEqual([image]);
    const body = `Look: ![cart](image:${asked.body.id})`;
    const sent = await comment(person, bugId, body);
    expect(sent).toMatchObject({ body, images: [image] });
    const { items } = (await person.api.get(commentsPath(bugId))).body;
    expect(items).toEqual([sent]);
    const served = await fetch(sent.images[0].url);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is not the image of the report, which has one of its own', async () => {
    const one = await aReported(node);
    const id = await anUploaded(one.person, one.bugId);
    expect(await imageOf(node, one)).toBeUndefined();
    expect(await activityOf(node, one)).toEqual([]);
    const asked = (await one.ask()).body;
    await upload(asked);
    await expect.poll(async () => (await imageOf(node, one))?.id).toBe(asked.id);
    expect(idsOf(await comment(one.person, one.bugId, naming(id, asked.id)))).toEqual([id]);
    expectConflict(await one.ask());
  });

  it('goes with its comment, and when an edited comment no longer names it', async () => {
    const { person, bugId } = await aReported(node);
    const [kept, dropped] = [await anUploaded(person, bugId), await anUploaded(person, bugId)];
    const [keptKey, droppedKey] = [await keyOf(kept), await keyOf(dropped)];
    const { id } = await comment(person, bugId, naming(kept, dropped));
    const path = `${commentsPath(bugId)}/${id}`;
    expect(idsOf((await person.api.patch(path, { body: naming(kept) })).body)).toEqual([kept]);
    await expectGone(droppedKey, dropped);
    expect((await objects()).join()).toContain(keptKey);
    await person.api.delete(path);
    await expectGone(keptKey, kept);
  });

  it('goes with its bug and with its project, named or not', async () => {
    const [one, other] = [await aReported(node), await aReported(node)];
    const ids: number[] = [];
    for (const { person, bugId } of [one, other]) {
      ids.push(await anUploaded(person, bugId), await anUploaded(person, bugId));
      await comment(person, bugId, naming(ids.at(-1) ?? 0));
    }
    const keys = await Promise.all(ids.map(keyOf));
    expect((await one.person.api.delete(`/api/v1/bugs-admin/${one.bugId}`)).status).toBe(204);
    expect((await other.person.api.delete(`/api/v1/projects/${other.project.id}`)).status).toBe(204);
    for (const [nth, id] of ids.entries()) {
      await expect.poll(() => keyOf(id)).toBeUndefined();
      await expectGone(keys[nth], id);
    }
  });

  it('goes after a day when no comment names it', async () => {
    const { person, bugId } = await aReported(node);
    const [named, old, young] = [
      await anUploaded(person, bugId),
      await anUploaded(person, bugId),
      await anUploaded(person, bugId),
    ];
    await comment(person, bugId, naming(named));
    await sql`update attachments set created_at = now() - interval '25 hours' where id in (${named}, ${old})`.execute(
      node.db,
    );
    const key = await keyOf(old);
    await runNow(node, 'clean-up-attachments');
    await expect.poll(() => keyOf(old)).toBeUndefined();
    await expectGone(key, old);
    expect(await listed(person, bugId, [named, old, young])).toHaveLength(2);
  });
});

describe('an image for a comment', () => {
  it('is of the types and sizes of a report’s image', async () => {
    const { person, bugId } = await aReported(local);
    expect((await announce(person, bugId, { content_length: 2_097_152 })).status).toBe(201);
    expectRefused(await announce(person, bugId, { content_length: 2_097_153 }), 'content_length');
    expectRefused(await announce(person, bugId, { content_type: 'image/svg+xml' }), 'content_type');
    const { body } = await announce(person, bugId);
    expect((await upload(body, Buffer.from('<script>'.padEnd(600)))).status).toBe(422);
  });

  it('comes from the dashboard, whatever the origins of the project are', async () => {
    const { person, bugId } = await aReported(local, {
      settings: { allowed_origins: ['https://shop.example.com'] },
    });
    const { body } = await announce(person, bugId);
    expect((await upload(body, anImage(), { origin: 'https://skep.example.com' })).status).toBe(200);
  });

  it('is found on its own bug only, by whoever can see that', async () => {
    const one = await aReported(local);
    const colleague = await aColleague(local, one.person);
    const other = await aBug(local, one.project);
    const { body } = await announce(one.person, one.bugId);
    await upload(body);
    const at = (bugId: number) => `${imagesPath(bugId)}?image_id=${body.id}&image_id=${unknownId}`;
    expect((await colleague.api.get(at(one.bugId))).body.total).toBe(1);
    expect((await colleague.api.get(at(other))).body).toEqual({ items: [], total: 0 });
    expect(idsOf(await comment(one.person, other, naming(body.id)))).toEqual([]);
    expect(idsOf(await comment(one.person, one.bugId, naming(body.id)))).toEqual([body.id]);
    expect(idsOf(await comment(colleague, one.bugId, naming(body.id)))).toEqual([]);
  });

  it('is nothing to another team', async () => {
    const one = await aReported(local);
    const stranger = await aPerson(local);
    const own = await aBug(local, await aProject(stranger));
    const { body } = await announce(one.person, one.bugId);
    await upload(body);
    expectNotFound(await announce(stranger, one.bugId));
    expectNotFound(await announce(stranger, unknownId));
    expectNotFound(await stranger.api.get(`${imagesPath(one.bugId)}?image_id=${body.id}`));
    expect(idsOf(await comment(stranger, own, naming(body.id)))).toEqual([]);
    expect(idsOf(await comment(one.person, one.bugId, naming(body.id)))).toEqual([body.id]);
  });

  it('is one of ten in a comment at most', async () => {
    const { person, bugId } = await aReported(local);
    const ids: number[] = [];
    for (let nth = 0; nth < 11; nth++) {
      const { body } = await announce(person, bugId);
      await upload(body);
      ids.push(body.id);
    }
    expectRefused(await person.api.post(commentsPath(bugId), { body: naming(...ids) }), 'body');
    const sent = await comment(person, bugId, naming(...ids.slice(1), ...ids.slice(1), unknownId));
    expect(idsOf(sent)).toEqual(ids.slice(1));
    expectRefused(
      await person.api.patch(`${commentsPath(bugId)}/${sent.id}`, { body: naming(...ids) }),
      'body',
    );
  });

  it('is one of a hundred that wait for a comment at most', async () => {
    const { person, bugId } = await aReported(local);
    for (let nth = 0; nth < 100; nth++) expect((await announce(person, bugId)).status).toBe(201);
    expectConflict(await announce(person, bugId));
  });
});
