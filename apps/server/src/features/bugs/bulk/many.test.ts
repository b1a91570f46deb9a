import { expect, it } from 'vitest';
import { aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { aLabel, storeBugs } from '../../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node);
const count = 10_000;

it('ten thousand labelled bugs are changed and put back at once', { timeout: 180_000 }, async () => {
  const project = await aProject(ada);
  await storeBugs(node, project, count);
  const label = await aLabel(ada, 'all');
  const bulk = (operation: string, value: unknown) => {
    const filter = { project_id: project.id };
    return ada.api.post('/api/v1/bugs-admin/bulk', { filter, expected_total: count, operation, value });
  };
  expect((await bulk('add_label', label)).body).toMatchObject({ affected: count });
  const changes: [string, unknown][] = [
    ['set_status', 'resolved'],
    ['assign', 'me'],
    ['remove_label', label],
  ];
  for (const [operation, value] of changes) {
    const { body } = await bulk(operation, value);
    expect(body).toMatchObject({ affected: count });
    const undone = await ada.api.post(`/api/v1/bugs-admin/bulk/${body.batch_id}/undo`);
    expect(undone.body).toEqual({ affected: count, skipped: 0 });
  }
  const { total } = (await ada.api.get('/api/v1/bugs-admin?status=open&assignee_id=none')).body;
  expect(total).toBe(count);
});
