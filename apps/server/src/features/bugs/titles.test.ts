import { expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { expectRefused, unknownId } from '../../../test/samples.ts';

const node = await startService();
const ada = await aPerson(node);
const project = await aProject(ada);
const stranger = await aPerson(node);
const theirs = await aBug(node, await aProject(stranger), { title: 'Secret' });
const path = '/api/v1/bugs-admin/titles';

it('answers the titles of the bugs that one can see, and leaves out the others', async () => {
  const [one, two] = [
    await aBug(node, project, { title: 'One' }),
    await aBug(node, project, { title: 'Two' }),
  ];
  const query = [two, one, theirs, unknownId, one].map((id) => `bug_id=${id}`).join('&');
  const { status, body } = await ada.api.get(`${path}?${query}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    items: [
      { id: one, title: 'One' },
      { id: two, title: 'Two' },
    ],
    total: 2,
  });
});

it('answers nothing when nothing is asked for', async () => {
  expect((await ada.api.get(path)).body).toEqual({ items: [], total: 0 });
});

it('takes 100 numbers', async () => {
  const query = (count: number) => `${path}?${'bug_id=1&'.repeat(count)}`;
  expect((await ada.api.get(query(100))).status).toBe(200);
  expectRefused(await ada.api.get(query(101)), 'bug_id');
});
