import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anAttachment, aReported, expire, imageOf, upload } from '../../../test/attachments.ts';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { aFolder } from '../../../test/folders.ts';
import { aBaseUrl, startService } from '../../../test/harness.ts';
import { anImage } from '../../../test/images.ts';
import {
  bees,
  countStatuses,
  expectConflict,
  expectNotFound,
  expectRefused,
  notIds,
  timestamp,
  toJson,
  unknownId,
} from '../../../test/samples.ts';

const baseUrl = await aBaseUrl();
const node = await startService({ BASE_URL: baseUrl, DATA_DIR: await aFolder() });
const reported = await aReported(node);
const strangers = aSender(node, await aProject(await aPerson(node)));

describe('asking where to upload an image', () => {
  it('answers a signed address that is valid for fifteen minutes', async () => {
    const before = Date.now();
    const { status, body } = await reported.askAgain();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      upload_url: expect.stringMatching(`^${baseUrl}/api/v1/uploads/${body.id}\\.[\\w.-]+$`),
      method: 'PUT',
      headers: { 'Content-Type': 'image/png' },
      expires_at: timestamp,
    });
    const lifetime = Date.parse(body.expires_at) - before;
    expect(Math.round(lifetime / 60_000)).toBe(15);
  });

  it.each(['image/png', 'image/jpeg', 'image/webp'])('takes %s', async (content_type) => {
    const { status, body } = await reported.askAgain({ content_type });
    expect(status).toBe(201);
    expect(body.headers).toEqual({ 'Content-Type': content_type });
  });

  it.each([1, 2_097_152])('takes %i bytes', async (content_length) => {
    expect((await reported.askAgain({ content_length })).status).toBe(201);
  });

  it.each([
    undefined,
    null,
    '',
    5,
    ['image/png'],
    'image/gif',
    'image/svg+xml',
    'text/html',
    'IMAGE/PNG',
    'image/png; charset=x',
    ' image/png',
    'toString',
  ])('answers 400 to the content type %j, whatever else is wrong', async (content_type) => {
    const answer = await reported.ask({ content_type, content_length: -1, filename: 5 });
    expect([answer.status, answer.body]).toEqual([
      400,
      { detail: 'content_type: must be one of image/png, image/jpeg, image/webp' },
    ]);
  });

  it.each([undefined, null, '600', 0, -1, 1.5, 2_097_153, 1e300, true, [600], 99999999999999999999n])(
    'refuses the length %s',
    async (content_length) => {
      const path = `/api/v1/bugs/${reported.bugId}/attachments`;
      const body = toJson(anAttachment({ content_length }));
      expectRefused(await aSender(node, reported.project).post(path, body), 'content_length');
    },
  );

  it.each([
    ['a missing one', undefined],
    ['null', null],
    ['a number', 5],
    ['an empty one', ''],
    ['a blank one', ' \t\n'],
    ['a folder', 'folder/'],
    ['a folder of Windows', 'C:\\'],
    ['the folder above', '../..'],
    ['this folder', './.'],
    ['a blank one in a folder', 'folder/ '],
    ['a NUL character', 'a\0.png'],
    ['half a character', 'a\ud800.png'],
    ['256 letters', 'x'.repeat(256)],
    ['256 emoji', bees(256)],
    ['an endless path', `${'x/'.repeat(5_000)}a.png`],
  ])('refuses as a file name %s', async (_name, filename) => {
    expectRefused(await reported.ask({ filename }), 'filename');
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\a\\b.png', 'b.png'],
    ['/tmp/x\\y/z.png', 'z.png'],
    ['C:\\fakepath\\Bild schirm.png', 'Bild schirm.png'],
    [' "quoted"\r\nset-cookie: a=b.png ', ' "quoted"\r\nset-cookie: a=b.png '],
    [`folder/${bees(255)}`, bees(255)],
    ['...', '...'],
  ])('keeps of the file name %j only %j', async (filename, kept) => {
    const one = await aReported(node);
    await upload((await one.ask({ filename })).body);
    expect((await imageOf(node, one))?.filename).toBe(kept);
  });

  it.each([
    ['broken JSON', '{"filename": ', 400],
    ['a list', '[]', 422],
    ['nothing', '', 422],
  ])('refuses %s', async (_name, body, status) => {
    const path = `/api/v1/bugs/${reported.bugId}/attachments`;
    const answer = await aSender(node, reported.project).request('POST', path, {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(status);
  });
});

describe('the bug of an image', () => {
  const askFor = (id: unknown, values = {}) =>
    strangers.post(`/api/v1/bugs/${id}/attachments`, anAttachment(values));

  it('is not found when it belongs to another project, is unknown or no id', async () => {
    for (const id of [reported.bugId, unknownId, ...notIds]) expectNotFound(await askFor(id));
  });

  it('is looked for after the body has been checked', async () => {
    expectRefused(await askFor(reported.bugId, { content_length: 0 }), 'content_length');
    expect((await askFor(reported.bugId, { content_type: 'text/html' })).status).toBe(400);
  });

  it('is reached with a valid key alone', async () => {
    const path = `/api/v1/bugs/${reported.bugId}/attachments`;
    for (const headers of [{}, { 'x-api-key': 'sk_unknown' }, { authorization: 'Bearer x' }]) {
      const answer = await node.anyone.post(path, anAttachment(), headers as Record<string, string>);
      expect([answer.status, answer.body]).toEqual([401, { detail: 'Invalid API key' }]);
    }
  });

  it('has one image: a second is refused once the first has arrived', async () => {
    const one = await aReported(node);
    expect((await upload((await one.ask()).body)).status).toBe(200);
    expectConflict(await one.ask());
    expectRefused(await one.ask({ content_length: 0 }), 'content_length');
  });

  it('keeps a pending upload when somebody else with the key asks for one', async () => {
    const one = await aReported(node);
    const first = (await one.ask()).body;
    const wrongTokens = ['', 'x', `${one.bugId}.x`, reported.uploadToken];
    expectConflict(await one.ask());
    for (const token of wrongTokens) expectConflict(await one.ask({}, { 'x-upload-token': token }));
    expect((await upload(first)).status).toBe(200);
    expect((await imageOf(node, one))?.id).toBe(first.id);
  });

  it('gets another pending upload once the first has expired', async () => {
    const one = await aReported(node);
    const first = (await one.ask()).body;
    await expire(node, one);
    const second = await one.ask();
    expect(second.status).toBe(201);
    expect((await upload(first)).status).toBe(403);
    expect((await upload(second.body)).status).toBe(200);
  });

  it.each([
    ['of another type', anImage(), { 'content-type': 'image/jpeg' }],
    ['too short', anImage('image/png', 599), {}],
    ['too large', anImage('image/png', 2_097_153), {}],
    ['no image', Buffer.alloc(600), {}],
  ])(
    'gets another pending upload once the first was refused because it was %s',
    async (_name, bytes, headers) => {
      const one = await aReported(node);
      const first = (await one.ask()).body;
      const refused = await upload(first, bytes, headers as Record<string, string>);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      const second = await one.ask();
      expect(second.status).toBe(201);
      expect((await upload(first)).status).toBe(403);
      expect((await upload(second.body)).status).toBe(200);
    },
  );

  it('has its pending upload replaced by whoever has the upload token of the report', async () => {
    const one = await aReported(node);
    const first = (await one.ask()).body;
    const second = (await one.askAgain({ filename: 'second.png' })).body;
    expect((await upload(first)).status).toBe(403);
    expect(await imageOf(node, one)).toBeUndefined();
    expect((await upload(second)).status).toBe(200);
    expect((await imageOf(node, one))?.filename).toBe('second.png');
    expectConflict(await one.askAgain());
  });

  it('takes one upload when many ask at the same time', async () => {
    const [one, other] = [await aReported(node), await aReported(node)];
    const asked = await Promise.all(Array.from({ length: 8 }, () => one.ask()));
    expect(countStatuses(asked)).toEqual({ 201: 1, 409: 7 });
    const askedAgain = await Promise.all(Array.from({ length: 8 }, () => other.askAgain()));
    expect(countStatuses(askedAgain)).toEqual({ 201: 8 });
    const uploads = await Promise.all(askedAgain.map(({ body }) => upload(body)));
    expect(countStatuses(uploads)).toEqual({ 200: 1, 403: 7 });
  });

  it.each([false, true])(
    'takes an image after an hour only with the upload token (dropped: %s)',
    async (isDropped) => {
      const one = await aReported(node, { isDropped });
      await grow(one, 59);
      const first = await one.ask();
      expect(first.status).toBe(201);
      await grow(one, 2);
      expect((await one.ask()).status).toBe(403);
      expect((await one.ask({}, { 'x-upload-token': reported.uploadToken })).status).toBe(403);
      expect((await one.askAgain()).status).toBe(201);
    },
  );
});

describe('the upload token of a report', () => {
  it('is the same when the report is repeated with its idempotency key', async () => {
    const sender = aSender(node, reported.project);
    const send = () => sender.post('/api/v1/bugs', aReport(), { 'idempotency-key': 'once' });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(second.body.upload_token).toMatch(/^\d+\.[\w-]{43}$/);
  });

  it('is not shown to anybody else', async () => {
    const { body } = await reported.person.api.get(`/api/v1/bugs-admin/${reported.bugId}`);
    expect(body).not.toHaveProperty('upload_token');
  });
});

/** Backdates a report by so many minutes. */
async function grow({ bugId }: { bugId: number }, minutes: number): Promise<void> {
  const age = sql`created_at - make_interval(mins => ${minutes})`;
  await sql`update dropped_reports set created_at = ${age} where bug_id = ${bugId}`.execute(node.db);
  await sql`update bugs set created_at = ${age} where id = ${bugId}`.execute(node.db);
}

describe('a page of another origin', () => {
  it('may ask and read the answer, unless the project does not list it', async () => {
    const origin = 'https://shop.example.com';
    const open = await reported.ask({}, { origin, 'x-upload-token': reported.uploadToken });
    expect([open.status, open.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
    const closed = await aReported(node, { settings: { allowed_origins: ['https://*.example.com'] } });
    expect((await closed.ask({}, { origin })).status).toBe(201);
    expect((await closed.askAgain()).status).toBe(201);
    const foreign = await closed.ask({}, { origin: 'https://example.org' });
    expect([foreign.status, foreign.body]).toEqual([403, { detail: 'Origin not allowed' }]);
    expect(foreign.headers.get('access-control-allow-origin')).toBe('*');
  });
});
