import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { cleanUp } from '../../../test/clean-up.ts';
import type { Answer, Client } from '../../../test/client.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { countStatuses } from '../../../test/samples.ts';

const database = await createDatabase();
const node = await startNode(database);
const { db } = node;
const person = await aPerson(node);

const send = (sender: Client, values = {}, headers = {}) =>
  sender.post('/api/v1/bugs', aReport(values), headers);
const usageOf = async ({ id }: { id: number }) => (await person.api.get(`/api/v1/projects/${id}`)).body.usage;
const storedIn = async ({ id }: { id: number }) =>
  (await db.selectFrom('bugs').select('id').where('project_id', '=', id).execute()).length;

/** Changes all windows. Safe because these tests run sequentially. */
const setWindows = (hits: number, seconds: number) =>
  sql`update key_windows set hits = ${hits}, ends_at = clock_timestamp() + make_interval(secs => ${seconds})`.execute(
    db,
  );

/** A project with an existing rate window. */
async function aUsedProject({ perMinute = 60 } = {}) {
  await db.deleteFrom('key_windows').execute();
  const project = await aProject(person);
  await db
    .updateTable('projects')
    .set({ reports_per_minute: perMinute })
    .where('id', '=', project.id)
    .execute();
  const rules = `/api/v1/projects/${project.id}/blocklist`;
  await person.api.post(rules, { kind: 'keyword', value: 'casino' });
  const matches = async () => (await person.api.get(rules)).body.items[0].match_count;
  const sender = aSender(node, project);
  expect((await send(sender)).status).toBe(201);
  return { project, sender, matches };
}

async function remaining(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ends_at - clock_timestamp())::float8 as seconds from key_windows`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** Sends reports in one write, so that they arrive together and in order. Returns the statuses. */
async function sendTogether(reports: { key: string; title: string }[]): Promise<number[]> {
  const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
  const requests = reports.map(({ key, title }, index) => {
    const body = JSON.stringify(aReport({ title }));
    const connection = index === reports.length - 1 ? 'close' : 'keep-alive';
    return (
      `POST /api/v1/bugs HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\nx-api-key: ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    );
  });
  socket.write(requests.join(''));
  return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
}

const waitOf = ({ headers }: Answer) => Number(headers.get('retry-after'));

describe('the minute of a key', () => {
  it('takes as many as before when it is over', async () => {
    const { sender } = await aUsedProject({ perMinute: 5 });
    await setWindows(5, -1);
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push((await send(sender)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it('ends when it would have ended, however many come in meanwhile', async () => {
    const { sender } = await aUsedProject();
    await setWindows(57, 20);
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await send(sender));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(waitOf(answers[3] as Answer)).toBeLessThanOrEqual(20);
    expect(await remaining()).toBeLessThanOrEqual(20);
  });

  it('is not over when whoever was refused comes back as late as they were told', async () => {
    for (let round = 0; round < 5; round++) {
      const { sender } = await aUsedProject();
      await setWindows(60, 50.95);
      for (const refused of [await send(sender), await send(sender)]) {
        expect(refused.status).toBe(429);
        expect(waitOf(refused)).toBeGreaterThanOrEqual(await remaining());
        expect(waitOf(refused)).toBeLessThanOrEqual(51);
      }
    }
  });

  it('that has ended is also over for the process that knew it full', async () => {
    const { sender } = await aUsedProject();
    const refused = async () => {
      await setWindows(60, 2);
      return (await send(sender)).status;
    };
    await expect.poll(refused).toBe(429);
    await expect.poll(async () => (await send(sender)).status, { interval: 200 }).toBe(201);
    expect((await send(sender)).status).toBe(201);
  });

  it('is not cleaned up before it is over', async () => {
    const { sender } = await aUsedProject();
    await setWindows(60, 50);
    await cleanUp(node);
    expect((await send(sender)).status).toBe(429);
    await setWindows(60, -2 * 3600);
    await cleanUp(node);
    expect(await db.selectFrom('key_windows').select('key').execute()).toEqual([]);
  });
});

describe('a request that is refused for its minute', () => {
  it('takes nothing of the month from reports beside it, which are stored, and counts for no rule', async () => {
    const [{ project: other, sender: elsewhere }, { project, matches }] = [
      await aUsedProject(),
      await aUsedProject(),
    ];
    const keys = `/api/v1/projects/${project.id}/api-keys`;
    const { api_key: second } = (await person.api.post(keys, { name: 'Second' })).body;
    const info = () => aSender(node, { api_key: second }).get('/api/v1/widget/info');
    await info();
    await setWindows(60, 50);
    await db.updateTable('project_usage').set({ stored: 95 }).where('project_id', '=', project.id).execute();

    // This report waits for a lock. The following ones form one batch.
    const usage = db.selectFrom('project_usage').selectAll().where('project_id', '=', other.id);
    const release = await hold(node, (trx) => trx.executeQuery(usage.forUpdate()));
    const waiting = send(elsewhere);
    await whenBlocked(node);
    const refused = ['Casino', 'Casino', 'a', 'b', 'c', 'd'].map((title) => ({
      key: project.api_key,
      title,
    }));
    const stored = ['e', 'f', 'g', 'h', 'i'].map((title) => ({ key: second, title }));
    const together = sendTogether([...refused, ...stored]);
    // Once these requests are answered, the reports have arrived.
    for (let count = 0; count < 3; count++) expect((await info()).status).toBe(200);
    await release();

    expect((await waiting).status).toBe(201);
    expect(await together).toEqual([...Array(6).fill(429), ...Array(5).fill(201)]);
    expect(await usageOf(project)).toMatchObject({ stored: 100, dropped_quota: 0 });
    expect([await storedIn(project), await matches()]).toEqual([6, 0]);
  });

  it('counts for no rule and no month, whatever it holds', async () => {
    const { project, sender, matches } = await aUsedProject();
    const spam = { title: 'Casino' };
    await send(sender, spam);
    const before = await usageOf(project);
    await setWindows(60, 50);
    const answers = await Promise.all([
      send(sender, spam),
      send(sender, spam, { 'idempotency-key': 'spam' }),
      send(sender),
      send(sender, {}, { 'idempotency-key': 'report' }),
    ]);
    expect(countStatuses(answers)).toEqual({ 429: 4 });
    expect([await matches(), await usageOf(project)]).toEqual([1, before]);
    // The Idempotency-Key of a rejected report is not used up.
    await setWindows(0, -1);
    const later = aSender(await startNode(database), project);
    expect((await send(later, spam, { 'idempotency-key': 'report' })).status).toBe(201);
    expect(await matches()).toBe(2);
  });
});

describe('an Idempotency-Key', () => {
  const age = (hours: number) =>
    sql`update idempotency_keys set created_at = now() - make_interval(secs => ${hours * 3600})`.execute(db);

  it('is kept for 24 hours, and not cleaned up before', async () => {
    const { project, sender } = await aUsedProject();
    const once = { 'idempotency-key': 'kept' };
    const first = await send(sender, {}, once);
    await age(23.9);
    await cleanUp(node);
    const again = await send(sender, {}, once);
    expect(again.body.id).toBe(first.body.id);
    expect(await storedIn(project)).toBe(2);
    await age(26);
    await cleanUp(node);
    expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([]);
  });
});

describe('the month of a free project', () => {
  it('begins anew with the next one', async () => {
    const { project, sender } = await aUsedProject();
    await db
      .updateTable('project_usage')
      .set({ month: '2020-01', stored: 100 })
      .where('project_id', '=', project.id)
      .execute();
    expect([(await send(sender)).status, (await send(sender)).status]).toEqual([201, 201]);
    expect(await storedIn(project)).toBe(3);
    expect(await usageOf(project)).toMatchObject({ stored: 2, dropped_quota: 0 });
  });
});
