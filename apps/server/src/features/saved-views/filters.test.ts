import { severities, statuses } from '@skep/vocabulary';
import { describe, expect, it } from 'vitest';
import { aColleague, aPerson, aProject, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { bees, expectNoContent, expectNotFound, expectRefused, unknownId } from '../../../test/samples.ts';
import { storeBug } from '../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node);
const grace = await aColleague(node, ada);
const stranger = await aPerson(node);
const views = `/api/v1/teams/${ada.teamId}/saved-views`;

const aLabel = async ({ api, teamId }: Person, name: string): Promise<number> =>
  (await api.post(`/api/v1/teams/${teamId}/labels`, { name, color: '#000000' })).body.id;
const labels = [await aLabel(ada, 'one'), await aLabel(ada, 'two')];
const project = await aProject(ada);
const bug = await storeBug(node, project);

const save = (filters: unknown) => ada.api.post(views, { name: 'View', filters });

/** Saves a view and deletes it again, because a user can have only 20. */
async function expectTaken(filters: unknown): Promise<void> {
  const answer = await save(filters);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.filters).toEqual(filters);
  expectNoContent(await ada.api.delete(`${views}/${answer.body.id}`));
}

describe('filters', () => {
  it('can be all of them, or none', async () => {
    const all = {
      q: 'pay "now"',
      status: 'in_progress',
      severity: 'high',
      assignee: grace.id,
      project: project.id,
      label: labels,
      duplicate_of_id: bug,
      created_after: '2026-01-01',
      created_before: '2026-11-16T10:00:00+01:00',
      reporter: 'jane@example.com',
      environment: 'production',
      app_version: '1.2.3',
      sort: 'updated',
      group: 'day',
    };
    await expectTaken(all);
    await expectTaken({});
  });

  it.each([
    { q: '' },
    { q: "%_'; drop table bugs" },
    { q: bees(500) },
    ...statuses.map((status) => ({ status })),
    ...severities.map((severity) => ({ severity })),
    { assignee: 'me' },
    { assignee: 'none' },
    { assignee: ada.id },
    { project: project.id },
    { label: [] },
    { label: labels.slice(1) },
    { label: labels[0] },
    { status: ['open', 'spam'], severity: ['low'] },
    { duplicate_of_id: 'any' },
    { duplicate_of_id: 'none' },
    { label: Array(20).fill(labels[0]) },
  ])('can be %j', expectTaken);

  it.each([
    ['q', null],
    ['q', 5],
    ['q', bees(501)],
    ['q', 'a\0b'],
    ['q', 'a\ud800b'],
    ['status', 'done'],
    ['status', 'OPEN'],
    ['status', ''],
    ['status', null],
    ['status', ['open', 'done']],
    ['severity', 'urgent'],
    ['severity', 5],
    ['assignee', 'nobody'],
    ['assignee', ''],
    ['assignee', '1'],
    ['assignee', 0],
    ['assignee', -1],
    ['assignee', 1.5],
    ['assignee', 1e20],
    ['assignee', null],
    ['assignee', [1]],
    ['project', '1'],
    ['project', 0],
    ['project', 1e20],
    ['project', null],
    ['label', 0],
    ['label', '1'],
    ['label', null],
    ['label', {}],
    ['label', Array(21).fill(1)],
    ['label.0', ['1']],
    ['label.1', [1, 0]],
    ['label.0', [null]],
    ['sort', 'id'],
    ['group', 'label'],
    ['group', null],
    ['Status', 'open'],
    ['labels', []],
    ['limit', 5],
    ['team_id', ada.teamId],
    ['project_id', project.id],
    ['search', 'x'],
    ['created_after', 'today'],
    ['reporter', ''],
    ['environment', 5],
    ['duplicate_of_id', 'me'],
    ['duplicate_of_id', '1'],
  ])('cannot be %s %j', async (field, value) => {
    const key = field.replace(/\..*/, '');
    expectRefused(await save({ [key]: value }), `filters.${field}`);
  });

  it('cannot be __proto__, which changes nothing', async () => {
    const body = '{"name":"View","filters":{"__proto__":{"status":"open"}}}';
    expectRefused(await ada.api.post(views, body), 'filters.__proto__');
    expect(({} as { status?: string }).status).toBeUndefined();
  });
});

describe('what filters name', () => {
  async function expectUnknown(filters: Record<string, unknown>): Promise<void> {
    expectNotFound(await save(filters));
    const { id } = (await save({ status: 'open' })).body;
    expectNotFound(await ada.api.patch(`${views}/${id}`, { filters }));
    expect((await ada.api.get(views)).body.items).toMatchObject([{ id, filters: { status: 'open' } }]);
    expectNoContent(await ada.api.delete(`${views}/${id}`));
  }

  it('must exist', async () => {
    await expectUnknown({ project: unknownId });
    await expectUnknown({ assignee: unknownId });
    await expectUnknown({ label: [unknownId] });
    await expectUnknown({ duplicate_of_id: unknownId });
    await expectUnknown({ label: [...labels, unknownId] });
  });

  it('must not be of others', async () => {
    const theirs = await aProject(stranger);
    await expectUnknown({ project: theirs.id });
    await expectUnknown({ duplicate_of_id: await storeBug(node, theirs) });
    await expectUnknown({ assignee: stranger.id });
    await expectUnknown({ label: [labels[0], await aLabel(stranger, 'theirs')] });
  });

  it("must not be of another team of one's own", async () => {
    const { body: team } = await ada.api.post('/api/v1/teams', { name: 'Second' });
    const elsewhere = { ...ada, teamId: team.id };
    await expectUnknown({ project: (await aProject(elsewhere)).id });
    await expectUnknown({ label: [await aLabel(elsewhere, 'elsewhere')] });
  });

  it('may be gone later: the view stays as it was saved, and can be renamed', async () => {
    const [label, { id: projectId }] = [await aLabel(ada, 'short-lived'), await aProject(ada)];
    const filters = { project: projectId, label: [label] };
    const { id } = (await save(filters)).body;
    await ada.api.delete(`/api/v1/teams/${ada.teamId}/labels/${label}`);
    await ada.api.delete(`/api/v1/projects/${projectId}`);
    const renamed = await ada.api.patch(`${views}/${id}`, { name: 'Old' });
    expect([renamed.status, renamed.body.filters]).toEqual([200, filters]);
  });
});
