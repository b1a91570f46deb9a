import { expect, it } from 'vitest';
import { aColleague, aPerson, aProject } from '../../../../test/builders.ts';
import { countDeadlocks } from '../../../../test/deadlocks.ts';
import { createDatabase, startNode } from '../../../../test/harness.ts';
import { hold, whenBlocked } from '../../../../test/hold.ts';
import { aLabel, storeBugs } from '../../../../test/stored-bugs.ts';
import { lockBugs } from '../../activity/change-bugs.ts';

it('an undo waits with everybody else, and nobody has to begin again', async () => {
  const database = await createDatabase();
  const node = await startNode(database);
  const ada = await aPerson(node);
  const bob = await aColleague(node, ada);
  const ids = await storeBugs(node, await aProject(ada), 6);
  const label = await aLabel(ada, 'ui');
  const bulk = (operation: string, value: unknown, { api } = ada) =>
    api.post('/api/v1/bugs-admin/bulk', { ids: ids.toReversed(), operation, value });
  const undo = ({ body }: { body: { batch_id: number } }) =>
    ada.api.post(`/api/v1/bugs-admin/bulk/${body.batch_id}/undo`);

  await bulk('assign', bob.id);
  const assigned = await bulk('assign', 'me');
  // Everyone waits for the same bug; the first undo already holds the membership of the leaving user.
  const release = await hold(node, (trx) => lockBugs(trx, { ids: ids.slice(3, 4), teamIds: [ada.teamId] }));
  const undone = undo(assigned);
  await whenBlocked(node);
  const left = ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${bob.id}`);
  await whenBlocked(node, 2);
  const others = [bulk('add_label', label), undo(assigned), bulk('mark_spam', null)];
  await whenBlocked(node, 5);
  await release();
  expect((await undone).body).toEqual({ affected: 6, skipped: 0 });
  expect((await left).status).toBe(204);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 404, 200]);
  const { items } = (await ada.api.get('/api/v1/bugs-admin')).body;
  expect(items.map(({ assignee }: { assignee: unknown }) => assignee)).toEqual(ids.map(() => null));
  await node.stop();
  expect(await countDeadlocks(database)).toBe(0);
});
