import { expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';

const node = await startService();
const ada = await aPerson(node);
const project = await aProject(ada);

async function aBug(): Promise<number> {
  const created = await aSender(node, project).post('/api/v1/bugs', aReport());
  return created.body.id;
}

it('changes status, severity and assignee, and answers the bug', async () => {
  const id = await aBug();
  const patch = { status: 'resolved', severity: 'critical', assignee_id: 'me' };
  const answer = await ada.api.patch(`/api/v1/bugs-admin/${id}`, patch);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ id, status: 'resolved', severity: 'critical', assignee_id: ada.id });
  const { body } = await ada.api.get(`/api/v1/bugs-admin/${id}`);
  expect(body).toEqual(answer.body);
});
