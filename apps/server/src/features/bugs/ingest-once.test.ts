import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';

const database = await createDatabase();
const node = await startNode(database);
const otherNode = await startNode(database);
const person = await aPerson(node);

const bugsIn = (projectId: number) =>
  node.context.db.selectFrom('bugs').select('id').where('project_id', '=', projectId).execute();

describe('an Idempotency-Key', () => {
  it('makes a repeat get the first answer and store nothing, whatever its body', async () => {
    const project = await aProject(person);
    const once = aSender(node, project).with({ 'idempotency-key': 'order-7' });
    const first = await once.post(
      '/api/v1/bugs',
      '{"title":"First","description":"d","extra":{"2":1,"1":1e400}}',
    );
    const again = await once.post('/api/v1/bugs', aReport({ title: 'Second' }));
    expect(first.status).toBe(201);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await bugsIn(project.id)).toHaveLength(1);
  });

  it('holds for repeats that arrive at the same time on several nodes', async () => {
    const project = await aProject(person);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        aSender(index % 2 ? node : otherNode, project).post('/api/v1/bugs', aReport(), {
          'idempotency-key': 'same',
        }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await bugsIn(project.id)).toHaveLength(1);
  });

  it('is one for each project', async () => {
    const [one, two] = [await aProject(person), await aProject(person)];
    for (const project of [one, two]) {
      await aSender(node, project).post('/api/v1/bugs', aReport(), { 'idempotency-key': 'shared' });
      expect(await bugsIn(project.id)).toHaveLength(1);
    }
  });

  it('is forgotten after 24 hours', async () => {
    const project = await aProject(person);
    const once = aSender(node, project).with({ 'idempotency-key': 'old' });
    await once.post('/api/v1/bugs', aReport());
    await node.context.db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 24 * 3600_000 - 1000) })
      .where('project_id', '=', project.id)
      .execute();
    await once.post('/api/v1/bugs', aReport());
    await once.post('/api/v1/bugs', aReport());
    expect(await bugsIn(project.id)).toHaveLength(2);
  });

  it('takes 200 characters, and counts each repeat against the key', async () => {
    const project = await aProject(person);
    const once = aSender(node, project).with({ 'idempotency-key': 'x'.repeat(200) });
    const statuses = [];
    for (let count = 0; count < 61; count++)
      statuses.push((await once.post('/api/v1/bugs', aReport())).status);
    expect(statuses).toEqual([...Array(60).fill(201), 429]);
    expect(await bugsIn(project.id)).toHaveLength(1);
  });

  it('answers a repeat of a dropped report as it answered the report', async () => {
    const project = await aProject(person);
    const month = new Date().toISOString().slice(0, 7);
    await node.context.db
      .insertInto('project_usage')
      .values({ project_id: project.id, month, stored: 100, cap: 100 })
      .execute();
    const once = aSender(node, project).with({ 'idempotency-key': 'full' });
    const [first, again] = [
      await once.post('/api/v1/bugs', aReport()),
      await once.post('/api/v1/bugs', aReport()),
    ];
    expect(first.status).toBe(201);
    expect(again.text).toBe(first.text);
    const { body } = await person.api.get(`/api/v1/projects/${project.id}`);
    expect(body.usage).toMatchObject({ stored: 100, dropped_quota: 1 });
  });
});
