import { expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject, joinTeam, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { expectNoContent, expectRefused } from '../../../test/samples.ts';

const node = await startService();
const ada = await aPerson(node);
const project = await aProject(ada);

const bugPath = (id: number) => `/api/v1/bugs-admin/${id}`;
const assign = (id: number, to: Person) =>
  ada.api.patch(bugPath(id), { assignee_id: to.id, status: 'in_progress' });
const bugOf = async (id: number, { api }: Person = ada) => (await api.get(bugPath(id))).body;
const activityOf = async (id: number) => (await ada.api.get(`${bugPath(id)}/activity`)).body.items;
const remove = (person: Person) => ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${person.id}`);

it('leaves the bugs of who leaves to nobody, without a note on each', async () => {
  const [leaver, grace] = [await aColleague(node, ada), await aColleague(node, ada)];
  const bugs = [await aBug(node, project), await aBug(node, project)];
  for (const id of bugs) await assign(id, leaver);
  const kept = await aBug(node, project);
  await assign(kept, grace);
  const before = await Promise.all(bugs.map((id) => bugOf(id)));
  const notes = await Promise.all(bugs.map(activityOf));
  expectNoContent(await remove(leaver));
  const nobody = { assignee_id: null, assignee: null };
  expect(await Promise.all(bugs.map((id) => bugOf(id)))).toEqual(
    before.map((bug) => ({ ...bug, ...nobody, revision: bug.revision + 1 })),
  );
  expect(await Promise.all(bugs.map(activityOf))).toEqual(notes);
  expect((await bugOf(kept)).assignee_id).toBe(grace.id);
  expectRefused(await assign(kept, leaver), 'assignee_id');
});

it('leaves them what they have in other teams', async () => {
  const leaver = await aColleague(node, ada);
  const own = await aBug(node, await aProject(leaver));
  await leaver.api.patch(bugPath(own), { assignee_id: 'me' });
  const views = `/api/v1/teams/${leaver.teamId}/saved-views`;
  const view = (await leaver.api.post(views, { name: 'Mine', filters: {} })).body;
  expectNoContent(await remove(leaver));
  expect((await bugOf(own, leaver)).assignee_id).toBe(leaver.id);
  expect((await leaver.api.get(views)).body.items).toEqual([view]);
});

it('takes their views in the team, also when they come back', async () => {
  const leaver = await aColleague(node, ada);
  const views = `/api/v1/teams/${ada.teamId}/saved-views`;
  const filters = { assignee: leaver.id };
  const kept = (await ada.api.post(views, { name: 'Theirs', filters })).body;
  await leaver.api.post(views, { name: 'Mine', filters });
  expectNoContent(await remove(leaver));
  await joinTeam(node, ada, leaver);
  expect((await leaver.api.get(views)).body).toEqual({ items: [], total: 0 });
  expect((await ada.api.get(views)).body.items).toEqual([kept]);
});

it('leaves no bug to somebody who is removed while bugs are assigned to them', async () => {
  const bugs = await Promise.all(Array.from({ length: 6 }, () => aBug(node, project)));
  const leaver = await aColleague(node, ada);
  for (let round = 0; round < 8; round++) {
    const [removal, ...answers] = await Promise.all([
      remove(leaver),
      ...bugs.map((id) => assign(id, leaver)),
    ]);
    expectNoContent(removal);
    for (const answer of answers) if (answer.status !== 200) expectRefused(answer, 'assignee_id');
    for (const id of bugs) expect((await bugOf(id)).assignee_id).toBeNull();
    await joinTeam(node, ada, leaver);
  }
});
