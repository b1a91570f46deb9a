import { describe, expect, it } from 'vitest';
import { aPerson, aProject } from '../../../test/builders.ts';
import type { Answer, Client } from '../../../test/client.ts';
import { countDeadlocks } from '../../../test/deadlocks.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { countStatuses, expectNotFound, expectRefused, unknownId } from '../../../test/samples.ts';
import { activityOf, aLabel, storeBug } from '../../../test/stored-bugs.ts';
import { lockBugs } from '../activity/change-bugs.ts';

const database = await createDatabase();
const node = await startNode(database);
const ada = await aPerson(node);
const stranger = await aPerson(node);
const project = await aProject(ada);
const label = await aLabel(ada, 'ui');

const aBug = () => storeBug(node, project);
const bugPath = (id: number) => `/api/v1/bugs-admin/${id}`;
const read = async (id: number) => (await ada.api.get(bugPath(id))).body;

const having = (revision: string, { api } = ada) => api.with({ 'if-match': revision });

/** Every request that changes a bug. */
const changes: [string, (api: Client, id: number) => Promise<Answer>][] = [
  ['PATCH', (api, id) => api.patch(bugPath(id), { status: 'closed' })],
  ['PATCH of the assignee', (api, id) => api.patch(bugPath(id), { assignee_id: 'me' })],
  ['DELETE', (api, id) => api.delete(bugPath(id))],
  ['marking a duplicate', async (api, id) => api.post(`${bugPath(id)}/duplicate-of/${await aBug()}`)],
  ['unmarking a duplicate', (api, id) => api.delete(`${bugPath(id)}/duplicate-of`)],
  ['attaching a label', (api, id) => api.post(`${bugPath(id)}/labels/${label}`)],
  ['detaching a label', (api, id) => api.delete(`${bugPath(id)}/labels/${label}`)],
];

describe.each(changes)('%s with If-Match', (_name, change) => {
  it('is done when the bug has that revision', async () => {
    const id = await aBug();
    await ada.api.patch(bugPath(id), { severity: 'high' });
    expect([200, 204]).toContain((await change(having('"2"'), id)).status);
  });

  it('is refused when it has another, and nothing happens', async () => {
    const id = await aBug();
    await ada.api.patch(bugPath(id), { severity: 'high' });
    const [before, noted] = [await read(id), await activityOf(node, [id])];
    for (const revision of ['1', '3', '02', '0', '99999999999999999999']) {
      const answer = await change(having(`"${revision}"`), id);
      expect(answer.status).toBe(412);
      expect(answer.body).toEqual({ detail: 'The bug has changed' });
    }
    expect(await read(id)).toEqual(before);
    expect(await activityOf(node, [id])).toEqual(noted);
  });

  it.each(['1', '*', '', 'W/"1"', '"1", "2"', '"one"', '"-1"', '"1', '""', '"1.0"'])(
    'is malformed with %s',
    async (text) => {
      const id = await aBug();
      const before = await read(id);
      const answer = await change(having(text), id);
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toMatch(/^If-Match: must be a quoted revision/);
      expect(await read(id)).toEqual(before);
    },
  );

  it('is not found where the bug is not, or of others, whatever its revision', async () => {
    const id = await aBug();
    for (const revision of ['"1"', '"2"']) {
      expectNotFound(await change(having(revision), unknownId));
      expectNotFound(await change(having(revision, stranger), id));
    }
  });
});

it('a body is looked at before If-Match', async () => {
  const id = await aBug();
  expectRefused(await having('"7"').patch(bugPath(id), { status: 'fixed' }), 'status');
});

it('a change that changes nothing is refused too when the revision is another', async () => {
  const id = await aBug();
  const same = { status: 'open' };
  expect((await having('"2"').patch(bugPath(id), same)).status).toBe(412);
  const answer = await having('"1"').patch(bugPath(id), same);
  expect([answer.status, answer.body.revision]).toEqual([200, 1]);
});

it('of several who change the same revision, one succeeds', async () => {
  const other = await startNode(database);
  const there = having('"1"', { ...ada, api: other.anyone.with({ authorization: `Bearer ${ada.token}` }) });
  const here = having('"1"');
  for (let round = 0; round < 5; round++) {
    const [id, original] = [await aBug(), await aBug()];
    const answers = await Promise.all([
      here.patch(bugPath(id), { status: 'resolved' }),
      there.patch(bugPath(id), { severity: 'critical' }),
      there.patch(bugPath(id), { assignee_id: 'me' }),
      here.post(`${bugPath(id)}/labels/${label}`),
      there.post(`${bugPath(id)}/duplicate-of/${original}`),
    ]);
    expect(countStatuses(answers)).toEqual({ 200: 1, 412: 4 });
    expect((await read(id)).revision).toBe(2);
    expect(await activityOf(node, [id])).toHaveLength(1);
  }
});

it('a change and a deletion that wait for each other do not both happen, and nobody begins again', async () => {
  const [id, original] = [await aBug(), await aBug()];
  const release = await hold(node, (trx) => lockBugs(trx, { ids: [id], teamIds: [ada.teamId] }));
  const marked = having('"1"').post(`${bugPath(id)}/duplicate-of/${original}`);
  await whenBlocked(node);
  const deleted = having('"1"').delete(bugPath(id));
  await whenBlocked(node, 2);
  await release();
  expect([(await marked).status, (await deleted).status]).toEqual([200, 412]);
  await node.stop();
  expect(await countDeadlocks(database)).toBe(0);
});
