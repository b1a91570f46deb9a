import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aColleague, aPerson, aProject, joinTeam } from '../../../../test/builders.ts';
import { cleanUp } from '../../../../test/clean-up.ts';
import { openStream } from '../../../../test/event-stream.ts';
import { startService } from '../../../../test/harness.ts';
import { countStatuses, expectNotFound, notIds, unknownId } from '../../../../test/samples.ts';
import { activityOf, aLabel, storeBug, storeBugs } from '../../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node, { name: 'Ada' });
const bob = await aColleague(node, ada);
const stranger = await aPerson(node);
const project = await aProject(ada);

const bugPath = (id: number) => `/api/v1/bugs-admin/${id}`;
const read = async (id: number) => (await ada.api.get(bugPath(id))).body;
const readAll = (ids: number[]) => Promise.all(ids.map(read));
const undo = (batchId: number | string, { api } = ada) => api.post(`/api/v1/bugs-admin/bulk/${batchId}/undo`);

async function bulk(ids: number[], operation: string, value: unknown = null): Promise<number> {
  const answer = await ada.api.post('/api/v1/bugs-admin/bulk', { ids, operation, value });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.batch_id;
}

/** Three bugs that differ in everything a bulk operation changes. The last one already has the target values. */
async function threeBugs(): Promise<{ ids: number[]; label: number; other: number }> {
  const ids = await storeBugs(node, project, 3);
  const [, second, third] = ids as [number, number, number];
  const [label, other] = [await aLabel(ada, `ui ${third}`), await aLabel(ada, `api ${third}`)];
  await ada.api.patch(bugPath(second), { status: 'resolved', severity: 'critical', assignee_id: bob.id });
  await ada.api.post(`${bugPath(second)}/labels/${other}`);
  await ada.api.patch(bugPath(third), { status: 'spam', severity: 'low', assignee_id: ada.id });
  await ada.api.post(`${bugPath(third)}/labels/${label}`);
  return { ids, label, other };
}

/** The bug after so many more requests. */
const later = (bug: object, requests: number) => ({
  ...bug,
  revision: (bug as { revision: number }).revision + requests,
  updated_at: expect.any(String),
});

describe('undoing', () => {
  it.each<[string, (labels: { label: number; other: number }) => unknown, boolean[]]>([
    ['set_status', () => 'spam', [true, true, false]],
    ['set_status', () => 'resolved', [true, false, true]],
    ['set_severity', () => 'low', [true, true, false]],
    ['mark_spam', () => null, [true, true, false]],
    ['assign', () => 'me', [true, true, false]],
    ['assign', () => bob.id, [true, false, true]],
    ['assign', () => null, [false, true, true]],
    ['add_label', ({ label }) => label, [true, true, false]],
    ['remove_label', ({ label }) => label, [false, false, true]],
    ['remove_label', ({ other }) => other, [false, true, false]],
  ])('%s gives each bug back what it had', async (operation, chooseValue, isChanged) => {
    const { ids, ...labels } = await threeBugs();
    const before = await readAll(ids);
    const batch = await bulk(ids, operation, chooseValue(labels));
    const noted = await activityOf(node, ids);
    const answer = await undo(batch);
    const affected = isChanged.filter(Boolean).length;
    expect([answer.status, answer.body]).toEqual([200, { affected, skipped: 0 }]);
    expect(await readAll(ids)).toEqual(before.map((bug, at) => (isChanged[at] ? later(bug, 2) : bug)));
    const further = (await activityOf(node, ids)).slice(noted.length);
    const expected = ids.filter((_, at) => isChanged[at]);
    expect(further.map(({ bug_id, actor_id, via }) => [bug_id, actor_id, via])).toEqual(
      expected.map((id) => [id, ada.id, 'dashboard']),
    );
  });

  it('is told like any other change', async () => {
    const [id] = (await storeBugs(node, project, 1)) as [number];
    const batch = await bulk([id], 'set_status', 'closed');
    const stream = await openStream(node, ada);
    await undo(batch);
    const [event] = await stream.receive(1);
    expect(event?.data).toMatchObject({
      kind: 'status_changed',
      changes: { status: { from: 'closed', to: 'open' } },
      revision: 3,
      bug: { id, status: 'open' },
    });
  });

  it('keeps when a bug was resolved', async () => {
    const [id] = (await storeBugs(node, project, 1)) as [number];
    const resolvedAt = () => db.selectFrom('bugs').select('resolved_at').where('id', '=', id).execute();
    const { db } = node;
    await ada.api.patch(bugPath(id), { status: 'resolved' });
    const before = await resolvedAt();
    await undo(await bulk([id], 'set_status', 'open'));
    expect(await resolvedAt()).toEqual(before);
  });

  it('skips bugs that anybody has changed since, or deleted', async () => {
    const ids = await storeBugs(node, project, 5);
    const [first, second, third, fourth, fifth] = ids as [number, number, number, number, number];
    const batch = await bulk(ids, 'set_status', 'closed');
    await bob.api.patch(bugPath(first), { status: 'in_progress' });
    await bob.api.post(`${bugPath(second)}/comments`, { body: 'Wait' });
    await ada.api.patch(bugPath(third), { severity: 'high' });
    await ada.api.delete(bugPath(fourth));
    expect((await undo(batch)).body).toEqual({ affected: 1, skipped: 4 });
    expect(await readAll([first, second, third, fifth])).toMatchObject([
      { status: 'in_progress', revision: 3 },
      { status: 'closed', revision: 3 },
      { status: 'closed', severity: 'high', revision: 3 },
      { status: 'open', revision: 3 },
    ]);
  });

  it('skips bugs that have been changed and changed back', async () => {
    const [id] = (await storeBugs(node, project, 1)) as [number];
    const batch = await bulk([id], 'set_status', 'closed');
    await bob.api.patch(bugPath(id), { status: 'spam' });
    await bob.api.patch(bugPath(id), { status: 'closed' });
    expect((await undo(batch)).body).toEqual({ affected: 0, skipped: 1 });
  });

  it('leaves bugs alone that the batch did not change, whatever happened to them since', async () => {
    const [closed, open] = (await storeBugs(node, project, 2)) as [number, number];
    await ada.api.patch(bugPath(closed), { status: 'closed' });
    const batch = await bulk([closed, open], 'set_status', 'closed');
    await bob.api.patch(bugPath(closed), { severity: 'high' });
    const before = await read(closed);
    expect((await undo(batch)).body).toEqual({ affected: 1, skipped: 0 });
    expect(await read(closed)).toEqual(before);
  });

  it('of a later batch is a change too, after which an earlier one is left as it is', async () => {
    const ids = await storeBugs(node, project, 2);
    const [first, second] = [await bulk(ids, 'assign', bob.id), await bulk(ids, 'mark_spam')];
    expect((await undo(second)).body).toEqual({ affected: 2, skipped: 0 });
    expect((await undo(first)).body).toEqual({ affected: 0, skipped: 2 });
  });

  it('of a batch that changed nothing does nothing', async () => {
    const ids = await storeBugs(node, project, 2);
    const label = await aLabel(ada, 'unused');
    for (const batch of [
      await bulk([], 'set_status', 'closed'),
      await bulk(ids, 'set_status', 'open'),
      await bulk(ids, 'remove_label', label),
      await bulk([], 'add_label', label),
    ])
      expect((await undo(batch)).body).toEqual({ affected: 0, skipped: 0 });
    expect(await activityOf(node, ids)).toEqual([]);
  });
});

describe('what is gone meanwhile', () => {
  it('does not come back: a member who has left', async () => {
    const [eve, ids] = [await aColleague(node, ada), await storeBugs(node, project, 2)];
    const [hers, nobodys] = ids as [number, number];
    await ada.api.patch(bugPath(hers), { assignee_id: eve.id });
    const batch = await bulk(ids, 'assign', 'me');
    await ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${eve.id}`);
    expect((await undo(batch)).body).toEqual({ affected: 1, skipped: 1 });
    expect(await readAll([hers, nobodys])).toMatchObject([{ assignee_id: ada.id }, { assignee_id: null }]);
  });

  it('does not come back: a member to whom the bugs were given', async () => {
    const [eve, ids] = [await aColleague(node, ada), await storeBugs(node, project, 2)];
    const batch = await bulk(ids, 'assign', eve.id);
    await ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${eve.id}`);
    expect((await undo(batch)).body).toEqual({ affected: 0, skipped: 2 });
  });

  it('does not come back: a label that has been deleted', async () => {
    const ids = await storeBugs(node, project, 2);
    const label = await aLabel(ada, 'brief');
    const added = await bulk(ids, 'add_label', label);
    const removed = await bulk(ids.slice(0, 1), 'remove_label', label);
    await ada.api.delete(`/api/v1/teams/${ada.teamId}/labels/${label}`);
    expect((await undo(removed)).body).toEqual({ affected: 0, skipped: 1 });
    expect((await undo(added)).body).toEqual({ affected: 0, skipped: 2 });
  });

  it('is not waited for in vain: labels are deleted and members leave at the same time', async () => {
    for (let round = 0; round < 3; round++) {
      const eve = await aColleague(node, ada);
      const ids = await storeBugs(node, project, 10);
      const label = await aLabel(ada, `racing ${round}`);
      await bulk(ids, 'add_label', label);
      const removed = await bulk(ids.slice(5), 'remove_label', label);
      await bulk(ids.slice(0, 5), 'assign', eve.id);
      const assigned = await bulk(ids.slice(0, 5), 'assign', 'me');
      const answers = await Promise.all([
        undo(removed),
        undo(assigned),
        ada.api.delete(`/api/v1/teams/${ada.teamId}/labels/${label}`),
        ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${eve.id}`),
      ]);
      expect(countStatuses(answers)).toEqual({ 200: 2, 204: 2 });
      for (const bug of await readAll(ids)) {
        expect(bug.labels).toEqual([]);
        expect([ada.id, null]).toContain(bug.assignee_id);
      }
    }
  });
});

describe('a batch is not found', () => {
  const aBatch = async () => bulk(await storeBugs(node, project, 1), 'mark_spam');

  it('a second time, nor by two at once', async () => {
    const batch = await aBatch();
    const answers = await Promise.all([undo(batch), undo(batch), undo(batch)]);
    expect(countStatuses(answers)).toEqual({ 200: 1, 404: 2 });
    expectNotFound(await undo(batch));
  });

  it('when it was a deletion', async () => {
    expectNotFound(await undo(await bulk(await storeBugs(node, project, 1), 'delete')));
  });

  it('by others, be they in the team or not', async () => {
    const batch = await aBatch();
    expectNotFound(await undo(batch, bob));
    expectNotFound(await undo(batch, stranger));
    expect((await undo(batch)).status).toBe(200);
  });

  it('when there is none', async () => {
    for (const id of [...notIds, unknownId]) expectNotFound(await undo(id));
  });

  it('after ten minutes, when the clean-up deletes it', async () => {
    const [old, young] = [await aBatch(), await aBatch()];
    const age = (id: number, interval: string) =>
      sql`update bulk_batches set created_at = now() - ${interval}::interval where id = ${id}`.execute(
        node.db,
      );
    await age(old, '10 minutes');
    await age(young, '9 minutes 30 seconds');
    expectNotFound(await undo(old));
    await cleanUp(node);
    const left = await node.db.selectFrom('bulk_batches').select('id').execute();
    expect(left.map(({ id }) => id)).not.toContain(old);
    expect((await undo(young)).status).toBe(200);
  });
});

it('a batch over several teams is undone where its author still is', async () => {
  const { body: team } = await stranger.api.post('/api/v1/teams', { name: 'Wasps' });
  await joinTeam(node, { id: stranger.id, teamId: team.id }, ada);
  const [here, there] = [
    await storeBug(node, project),
    await storeBug(node, await aProject(stranger, { team_id: team.id })),
  ];
  const both = [await bulk([here, there], 'set_severity', 'high'), await bulk([here, there], 'assign', 'me')];
  expect((await undo(both[1] as number)).body).toEqual({ affected: 2, skipped: 0 });
  const batch = await bulk([here, there], 'set_severity', 'low');
  await stranger.api.delete(`/api/v1/teams/${team.id}/members/${ada.id}`);
  expect((await undo(batch)).body).toEqual({ affected: 1, skipped: 1 });
  expect((await read(here)).severity).toBe('high');
  expect((await stranger.api.get(bugPath(there))).body.severity).toBe('low');
});
