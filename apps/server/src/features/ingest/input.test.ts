import { gzipSync } from 'node:zlib';
import { severities } from '@skep/vocabulary';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { bees, expectRefused } from '../../../test/samples.ts';

const node = await startService({ DEFAULT_PLAN: 'unlimited' });
const person = await aPerson(node);
const project = await aProject(person);
await node.db.updateTable('projects').set({ reports_per_minute: 100_000 }).execute();
const sender = aSender(node, project);

const send = (values: Record<string, unknown>) => sender.post('/api/v1/bugs', aReport(values));
const raw = (body: string) => sender.post('/api/v1/bugs', body);

/** A valid report is still stored after the rejected ones. */
async function expectAlive(): Promise<void> {
  expect((await send({})).status).toBe(201);
}

describe('bounds', () => {
  it.each([
    ['title', 1, 500],
    ['description', 1, 10_000],
    ['environment', 0, 1_000],
    ['app_version', 0, 1_000],
    ['reporter_identifier', 0, 1_000],
    ['user_agent', 0, 2_000],
    ['url', 0, 8_192],
  ])('%s takes %i to %i characters', async (field, least, most) => {
    for (const good of ['x'.repeat(least), 'x'.repeat(most), bees(most)]) {
      const answer = await send({ [field]: good });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.body[field]).toBe(good || null);
    }
    expectRefused(await send({ [field]: 'x'.repeat(most + 1) }), field);
    expectRefused(await send({ [field]: bees(most + 1) }), field);
    if (least > 0) expectRefused(await send({ [field]: '' }), field);
  });

  it('stack_trace takes 51,200 bytes', async () => {
    for (const good of ['x'.repeat(51_200), 'é'.repeat(25_600), bees(12_800)]) {
      expect((await send({ stack_trace: good })).body.stack_trace).toBe(good);
    }
    for (const bad of ['x'.repeat(51_201), `${'é'.repeat(25_600)}x`, bees(12_801)]) {
      expectRefused(await send({ stack_trace: bad }), 'stack_trace');
    }
  });

  it('extra takes 64 KiB and 100 levels', async () => {
    const ofSize = (size: number) => ({ a: 'x'.repeat(size - 8) });
    const ofDepth = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
    const withExtra = (extra: string) => raw(`{"title":"t","description":"d","extra":${extra}}`);
    expect((await send({ extra: ofSize(65_536) })).status).toBe(201);
    expectRefused(await send({ extra: ofSize(65_537) }), 'extra');
    expectRefused(await send({ extra: { a: 'é'.repeat(32_765) } }), 'extra');
    expect((await withExtra(ofDepth(100))).status).toBe(201);
    expectRefused(await withExtra(ofDepth(101)), 'extra');
    expectRefused(await withExtra(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), 'extra');
    await expectAlive();
  });

  it('a body takes 512 KiB', async () => {
    const ofSize = (size: number) => {
      const body = JSON.stringify(aReport({ padding: '' }));
      return body.replace('"padding":""', `"padding":"${'x'.repeat(size - body.length)}"`);
    };
    expect((await raw(ofSize(512 * 1024))).status).toBe(201);
    const tooLarge = await raw(ofSize(512 * 1024 + 1));
    expect([tooLarge.status, tooLarge.body]).toEqual([413, { detail: 'The body is too large' }]);
    await expectAlive();
  });
});

describe('wrong values', () => {
  const texts = [
    'title',
    'description',
    'environment',
    'app_version',
    'stack_trace',
    'url',
    'user_agent',
    'reporter_email',
    'reporter_identifier',
  ];
  it.each(texts)('%s must be text that can be stored', async (field) => {
    for (const bad of [5, true, [], {}, ['x'], 'a\0b', 'a\ud800b', '\udc00']) {
      expectRefused(await send({ [field]: bad }), field);
    }
  });

  it.each(['title', 'description'])('%s must be there and say something', async (field) => {
    for (const bad of [undefined, null, ' ', '\n\t\u00a0'])
      expectRefused(await send({ [field]: bad }), field);
  });

  it('severity is one of four', async () => {
    for (const severity of severities) {
      expect((await send({ severity })).body.severity).toBe(severity);
    }
    for (const bad of ['', 'HIGH', 'urgent', 5, [], {}])
      expectRefused(await send({ severity: bad }), 'severity');
  });

  it('reporter_email is an address', async () => {
    for (const bad of [
      'nobody',
      'a@b',
      '@example.com',
      'a@example..com',
      'a b@example.com',
      `${'a'.repeat(250)}@example.com`,
    ]) {
      expectRefused(await send({ reporter_email: bad }), 'reporter_email');
    }
  });

  it('extra is an object', async () => {
    for (const bad of ['x', 5, true, [], [1]]) expectRefused(await send({ extra: bad }), 'extra');
  });

  it('of unknown fields change nothing', async () => {
    const answer = await raw(
      '{"title":"t","description":"d","id":1,"status":"spam","project_id":9,"__proto__":{"severity":"low"}}',
    );
    expect(answer.body).toMatchObject({ status: 'open', project_id: project.id, severity: 'medium' });
  });

  it.each([
    ['broken JSON', '{"title":"t"', 400],
    ['two values', '{} {}', 400],
    ['nothing', '', 422],
    ['null', 'null', 422],
    ['a list', '[{"title":"t","description":"d"}]', 422],
    ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 422],
    [
      '10,000 levels in a field nobody knows',
      `{"title":"t","description":"d","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      201,
    ],
    ['a title of 400 KB', JSON.stringify({ title: 'x'.repeat(400_000), description: 'd' }), 422],
  ])('%s', async (_name, body, status) => {
    expect((await raw(body)).status).toBe(status);
    await expectAlive();
  });
});

describe('a compressed body', () => {
  const compressed = (body: Buffer, encoding = 'gzip') =>
    fetch(`${node.url}/api/v1/bugs`, {
      method: 'POST',
      headers: {
        'x-api-key': project.api_key,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      body: new Uint8Array(body),
    });

  it('is unfolded', async () => {
    const response = await compressed(gzipSync(JSON.stringify(aReport({ title: 'Small' }))));
    expect([response.status, ((await response.json()) as { title: string }).title]).toEqual([201, 'Small']);
  });

  it('may unfold to exactly what a plain one may have', async () => {
    const largest = 512 * 1024;
    const empty = JSON.stringify(aReport({ padding: '' })).length;
    const ofSize = (size: number) => JSON.stringify(aReport({ padding: 'x'.repeat(size - empty) }));
    for (const [size, status] of [
      [largest, 201],
      [largest + 1, 413],
    ] as const) {
      expect((await raw(ofSize(size))).status).toBe(status);
      expect((await compressed(gzipSync(ofSize(size)))).status).toBe(status);
      expect((await compressed(gzipSync(ofSize(size)), 'GZIP')).status).toBe(status);
    }
  });

  it('is bounded by what it unfolds to', async () => {
    const bomb = gzipSync(JSON.stringify(aReport({ padding: 'x'.repeat(200_000_000) })), { level: 9 });
    expect(bomb.length).toBeLessThan(512 * 1024);
    expect((await compressed(bomb)).status).toBe(413);
    await expectAlive();
  });

  it('that is broken is 400, and one in another encoding 415', async () => {
    expect((await compressed(Buffer.from('not gzip'))).status).toBe(400);
    expect((await compressed(gzipSync('{}').subarray(0, 12))).status).toBe(400);
    expect((await compressed(Buffer.from('{}'), 'br')).status).toBe(415);
    await expectAlive();
  });
});

describe('a bad row among good ones', () => {
  it('fails alone', async () => {
    await node.db.schema
      .alterTable('bugs')
      .addCheckConstraint('no_wasps', (await import('kysely')).sql`title <> 'wasp'`)
      .execute();
    const titles = Array.from({ length: 30 }, (_, index) => (index % 10 === 5 ? 'wasp' : 'bee'));
    const answers = await Promise.all(titles.map((title) => send({ title })));
    expect(answers.map(({ status }) => status)).toEqual(
      titles.map((title) => (title === 'wasp' ? 500 : 201)),
    );
  });
});
