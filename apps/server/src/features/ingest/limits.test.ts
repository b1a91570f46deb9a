import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender, type Person } from '../../../test/builders.ts';
import type { Answer } from '../../../test/client.ts';
import { proxyTo } from '../../../test/database-proxy.ts';
import {
  createDatabase,
  startNode,
  startNodeWithShortTimeouts,
  type TestNode,
} from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { countStatuses } from '../../../test/samples.ts';

const database = await createDatabase();
const nodes = await Promise.all(Array.from({ length: 4 }, () => startNode(database)));
const [node] = nodes as [(typeof nodes)[0]];
const person = await aPerson(node);

const usageOf = async (owner: Person, id: number) =>
  (await owner.api.get(`/api/v1/projects/${id}`)).body.usage;
const storedIn = (projectId: number) =>
  node.db
    .selectFrom('bugs')
    .select('id')
    .where('project_id', '=', projectId)
    .execute()
    .then((rows) => rows.map(({ id }) => id));

/**
 * Sends reports over all nodes and several keys of the project. At most twenty at a time: on a slow machine, more would wait
 * too long and be rejected.
 */
async function flood(project: { id: number; api_key: string }, count: number, keys = 1): Promise<Answer[]> {
  const others = Array.from({ length: keys - 1 }, async () => {
    const { body } = await person.api.post(`/api/v1/projects/${project.id}/api-keys`, { name: 'More' });
    return body.api_key as string;
  });
  const all = [project.api_key, ...(await Promise.all(others))];
  const answers: Answer[] = [];
  let sent = 0;
  const lanes = Array.from({ length: 20 }, async () => {
    while (sent < count) {
      const index = sent++;
      const { anyone } = nodes[index % nodes.length] as TestNode;
      const key = all[Math.floor(index / nodes.length) % all.length] as string;
      answers.push(await anyone.post('/api/v1/bugs', aReport(), { 'x-api-key': key }));
    }
  });
  await Promise.all(lanes);
  return answers;
}

describe('the limit of a key', () => {
  it('is exactly 60 a minute over all nodes', async () => {
    const project = await aProject(person);
    const answers = await flood(project, 200);
    expect(countStatuses(answers)).toEqual({ 201: 60, 429: 140 });
    expect(await storedIn(project.id)).toHaveLength(60);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ detail: 'Rate limit exceeded: 60 per minute' });
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it('is one for each key', async () => {
    const project = await aProject(person);
    const answers = await flood(project, 200, 2);
    expect(countStatuses(answers)[201]).toBe(120);
  });

  it('counts requests that are refused for their body or origin, and comes before both', async () => {
    const project = await aProject(person);
    await person.api.patch(`/api/v1/projects/${project.id}`, { allowed_origins: ['https://example.com'] });
    const sender = aSender(node, project);
    await expect
      .poll(async () => (await sender.get('/api/v1/widget/info', { origin: 'https://evil.example' })).status)
      .toBe(403);
    const refusals: [number, () => Promise<Answer>][] = [
      [403, () => sender.post('/api/v1/bugs', aReport(), { origin: 'https://evil.example' })],
      [400, () => sender.post('/api/v1/bugs', '{broken')],
      [413, () => sender.post('/api/v1/bugs', aReport({ description: 'x'.repeat(600 * 1024) }))],
      [415, () => sender.post('/api/v1/bugs', 'x', { 'content-type': 'text/plain' })],
      [422, () => sender.post('/api/v1/bugs', {})],
      [422, () => sender.post('/api/v1/bugs', aReport(), { 'idempotency-key': 'x'.repeat(201) })],
    ];
    for (let round = 0; round < 10; round++) {
      for (const [status, send] of refusals) expect((await send()).status).toBe(status);
    }
    for (const [, send] of refusals) expect((await send()).status).toBe(429);
    expect((await sender.post('/api/v1/bugs', aReport())).status).toBe(429);
    expect(await usageOf(person, project.id)).toMatchObject({ stored: 0 });
  });

  it('is over when its minute is', async () => {
    const project = await aProject(person);
    await flood(project, 61);
    await node.db
      .updateTable('key_windows')
      .set({ ends_at: new Date(Date.now() - 1000) })
      .execute();
    const fresh = await startNode(database);
    expect((await aSender(fresh, project).post('/api/v1/bugs', aReport())).status).toBe(201);
  });

  it('can be raised for a project, which all nodes soon know', async () => {
    const project = await aProject(person);
    await flood(project, 1);
    await node.db
      .updateTable('projects')
      .set({ reports_per_minute: 150 })
      .where('id', '=', project.id)
      .execute();
    for (const { context } of nodes)
      await expect
        .poll(async () => (await context.apiKeys.find(project.api_key))?.reportsPerMinute)
        .toBe(150);
    const answers = await flood(project, 200);
    expect(countStatuses(answers)).toEqual({ 201: 149, 429: 51 });
    expect(answers.find(({ status }) => status === 429)?.body.detail).toBe(
      'Rate limit exceeded: 150 per minute',
    );
  });

  it('does not count unknown keys', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        node.anyone.post('/api/v1/bugs', aReport(), { 'x-api-key': 'sk_nobody' }),
      ),
    );
    expect(countStatuses(answers)[401]).toBe(100);
  });
});

describe('the month of a free project', () => {
  it('holds exactly 100 reports, and the rest are dropped unseen', async () => {
    const project = await aProject(person);
    const answers = await flood(project, 200, 4);
    expect(countStatuses(answers)[201]).toBe(200);
    const stored = new Set(await storedIn(project.id));
    expect(stored.size).toBe(100);
    expect(await usageOf(person, project.id)).toEqual({
      month: new Date().toISOString().slice(0, 7),
      stored: 100,
      dropped_quota: 100,
      dropped_blocklist: 0,
      cap: 100,
    });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(200);
  });

  it('answers a dropped report like a stored one', async () => {
    const project = await aProject(person);
    const [first] = (await flood(project, 1)) as [Answer];
    await flood(project, 99, 3);
    const [dropped] = (await flood(project, 1, 5)) as [Answer];
    const shape = ({ status, body, headers }: Answer) => ({
      status,
      fields: Object.keys(body),
      headers: [...headers.keys()],
      location: headers.get('location')?.replace(String(body.id), 'ID'),
    });
    expect(await storedIn(project.id)).not.toContain(dropped.body.id);
    expect(shape(dropped)).toEqual(shape(first));
    expect((await person.api.get(`/api/v1/bugs/${dropped.body.id}`)).status).toBe(404);
  });

  it('has no end on the unlimited plan', async () => {
    const generous = await aPerson(node);
    await node.db.updateTable('teams').set({ plan: 'unlimited' }).where('id', '=', generous.teamId).execute();
    const project = await aProject(generous);
    await node.db
      .updateTable('projects')
      .set({ reports_per_minute: 1000 })
      .where('id', '=', project.id)
      .execute();
    const answers = await flood(project, 150);
    expect(countStatuses(answers)[201]).toBe(150);
    expect(await usageOf(generous, project.id)).toMatchObject({ stored: 150, dropped_quota: 0, cap: null });
  });
});

describe('a database that has gone without a word', () => {
  it('is not waited for without end, whatever is asked; when it is back, so are reports', async () => {
    const line = await proxyTo(database);
    const isolated = await startNodeWithShortTimeouts(line);
    const sender = aSender(isolated, await aProject(person));
    const once = { 'idempotency-key': 'once' };
    expect((await sender.post('/api/v1/bugs', aReport())).status).toBe(201);
    line.silence();
    const answers = await Promise.all([
      ...Array.from({ length: 40 }, () => sender.post('/api/v1/bugs', aReport())),
      sender.post('/api/v1/bugs', aReport(), once),
      isolated.anyone.get('/api/v1/widget/info', { 'x-api-key': 'sk_unknown' }),
    ]);
    // For statements in flight the outcome is unknown.
    const { 503: refused = 0, 504: unknown = 0 } = countStatuses(answers);
    expect(refused + unknown).toBe(42);
    expect(refused).toBeGreaterThan(0);
    for (const { headers } of answers) expect(headers.get('retry-after')).toBe('5');
    line.mend();
    await expect.poll(async () => (await sender.post('/api/v1/bugs', aReport(), once)).status).toBe(201);
  });
});

describe('a queue that does not move', () => {
  it('refuses what comes later with 503, and stores nothing that it has refused', async () => {
    const project = await aProject(person);
    const sender = aSender(node, project);
    expect((await sender.post('/api/v1/bugs', aReport())).status).toBe(201);
    const usage = node.db.selectFrom('project_usage').selectAll().where('project_id', '=', project.id);
    const release = await hold(node, (trx) => trx.executeQuery(usage.forUpdate()));
    const first = sender.post('/api/v1/bugs', aReport());
    await whenBlocked(node);
    const second = sender.post('/api/v1/bugs', aReport());
    await expect
      .poll(
        async () => {
          // A report that arrives before the others have waited too long waits with them.
          const answer = await Promise.race([sender.post('/api/v1/bugs', aReport()), sleep(2_500, null)]);
          return answer && [answer.status, answer.headers.get('retry-after')];
        },
        { interval: 100 },
      )
      .toEqual([503, '5']);
    await release();
    // On a slow machine the first report may have timed out. Then it must not be stored either.
    const { 201: accepted = 0 } = countStatuses(await Promise.all([first, second]));
    expect((await second).status).toBe(503);
    const stored = node.db.selectFrom('bugs').select('id').where('project_id', '=', project.id);
    expect(await stored.execute()).toHaveLength(1 + accepted);
  });
});
