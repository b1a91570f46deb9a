import { describe, expect, it } from 'vitest';
import { anAddress, aPerson, aProject, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { expectNotFound, notIds, unknownId } from '../../../test/samples.ts';

const node = await startService();
const person = await aPerson(node);

const send = (projectId: unknown, { api }: Pick<Person, 'api'> = person) =>
  api.request('POST', `/api/v1/projects/${projectId}/test-report`, {
    headers: { 'user-agent': 'Browser/1', 'x-forwarded-for': anAddress() },
  });
const usageOf = async (id: number) => (await person.api.get(`/api/v1/projects/${id}`)).body.usage;
const bugsOf = async (id: number) => (await person.api.get(`/api/v1/bugs-admin?project_id=${id}`)).body;

describe('a test report', () => {
  it('is stored like any report, and counts against the month', async () => {
    const project = await aProject(person);
    const answer = await send(project.id);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v1/bugs/${answer.body.id}`);
    expect(answer.body).toMatchObject({ title: 'Test report', environment: 'test', user_agent: 'Browser/1' });
    const { upload_token: _, ...bug } = answer.body;
    expect((await person.api.get(`/api/v1/bugs-admin/${bug.id}`)).body).toEqual(bug);
    const timeline = await person.api.get(`/api/v1/bugs-admin/${answer.body.id}/activity`);
    expect(timeline.body.items).toMatchObject([{ kind: 'created', via: 'api' }]);
    expect(await usageOf(project.id)).toMatchObject({ stored: 1, dropped_quota: 0 });
  });

  it('is refused when the month is full, and then not counted as dropped', async () => {
    const project = await aProject(person);
    expect((await send(project.id)).status).toBe(201);
    await node.db
      .updateTable('project_usage')
      .set({ stored: 99 })
      .where('project_id', '=', project.id)
      .execute();
    const statuses = (await Promise.all([1, 2, 3].map(() => send(project.id)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409]);
    const last = await send(project.id);
    expect(last.body.detail).toContain('monthly cap');
    const { stored, dropped_quota } = await usageOf(project.id);
    expect(stored).toBe(100);
    expect(dropped_quota).toBeLessThanOrEqual(2);
    expect((await bugsOf(project.id)).total).toBe(2);
  });

  it('is refused when a rule would drop it, and the rule counts no match', async () => {
    const project = await aProject(person);
    const rules = `/api/v1/projects/${project.id}/blocklist`;
    await person.api.post(rules, { kind: 'keyword', value: 'test REPORT' });
    const answer = await send(project.id);
    expect([answer.status, answer.body.detail]).toEqual([409, 'A blocklist rule would drop this report']);
    expect((await person.api.get(rules)).body.items[0].match_count).toBe(0);
    expect((await bugsOf(project.id)).total).toBe(0);
  });

  it("counts against the minute of the project's key", async () => {
    const project = await aProject(person);
    await node.db
      .updateTable('projects')
      .set({ reports_per_minute: 1 })
      .where('id', '=', project.id)
      .execute();
    expect((await send(project.id)).status).toBe(201);
    const second = await send(project.id);
    expect([second.status, second.body.detail]).toEqual([429, 'Rate limit exceeded: 1 per minute']);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('goes to no project of others', async () => {
    const project = await aProject(person);
    const stranger = await aPerson(node);
    for (const id of [...notIds, unknownId]) expectNotFound(await send(id));
    expectNotFound(await send(project.id, stranger));
    expect((await bugsOf(project.id)).total).toBe(0);
  });
});
