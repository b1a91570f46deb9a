import { describe, expect, it } from 'vitest';
import { aPerson, aProject, joinTeam } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { countStatuses, expectNotFound, expectRefused, unknownId } from '../../../../test/samples.ts';
import { activityOf, aLabel, storeBugs } from '../../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node, { name: 'Ada' });
const bob = await aPerson(node, { name: 'Bob' });
const stranger = await aPerson(node);
const project = await aProject(ada);
const { body: secondTeam } = await ada.api.post('/api/v1/teams', { name: 'Wasps' });
const secondProject = await aProject(ada, { team_id: secondTeam.id });
await joinTeam(node, ada, bob);

const bulk = (operation: string, ids: number[], value: unknown) =>
  ada.api.post('/api/v1/bugs-admin/bulk', { ids, operation, value });
const read = async (id: number) => (await ada.api.get(`/api/v1/bugs-admin/${id}`)).body;
const readAll = (ids: number[]) => Promise.all(ids.map(read));

/** Stores two bugs in the first team and one in the second. */
async function bugsOfBoth(): Promise<number[]> {
  return [...(await storeBugs(node, project, 2)), ...(await storeBugs(node, secondProject, 1))];
}

describe('assigning in bulk', () => {
  it('gives a member those bugs that are of teams that they are in', async () => {
    const ids = await bugsOfBoth();
    expect((await bulk('assign', ids, bob.id)).body).toMatchObject({ affected: 2 });
    const assignees = (await readAll(ids)).map(({ assignee_id }) => assignee_id);
    expect(assignees).toEqual([bob.id, bob.id, null]);
    const noted = await activityOf(node, ids);
    expect(noted.map(({ bug_id, kind, changes }) => ({ bug_id, kind, changes }))).toEqual(
      ids.slice(0, 2).map((bug_id) => ({
        bug_id,
        kind: 'assigned',
        changes: { assignee: { from: null, to: { id: bob.id, name: 'Bob' } } },
      })),
    );
  });

  it('gives all of them to oneself, or to nobody', async () => {
    const ids = await bugsOfBoth();
    expect((await bulk('assign', ids, 'me')).body).toMatchObject({ affected: 3 });
    expect((await readAll(ids)).map(({ assignee_id }) => assignee_id)).toEqual([ada.id, ada.id, ada.id]);
    expect((await bulk('assign', ids, null)).body).toMatchObject({ affected: 3 });
    expect((await readAll(ids)).map(({ assignee_id }) => assignee_id)).toEqual([null, null, null]);
    expect(await activityOf(node, ids)).toHaveLength(6);
  });

  it('notes only those that were not theirs already', async () => {
    const ids = await bugsOfBoth();
    await ada.api.patch(`/api/v1/bugs-admin/${ids[0]}`, { assignee_id: 'me' });
    expect((await bulk('assign', ids, ada.id)).body).toMatchObject({ affected: 3 });
    expect((await activityOf(node, ids)).map(({ bug_id }) => bug_id)).toEqual(ids);
  });

  it('refuses whom the actor shares no team with', async () => {
    const ids = await bugsOfBoth();
    for (const outsider of [stranger.id, unknownId]) {
      expectRefused(await bulk('assign', ids, outsider), 'value');
    }
    expect(await activityOf(node, ids)).toEqual([]);
  });
});

describe('a member who leaves the team', () => {
  it('has no bug of it afterwards, whoever assigns some meanwhile', async () => {
    const members = `/api/v1/teams/${ada.teamId}/members`;
    for (let round = 0; round < 5; round++) {
      await joinTeam(node, ada, bob);
      const [id, ...ids] = (await storeBugs(node, project, 10)) as [number, ...number[]];
      const [left, ...assigned] = await Promise.all([
        ada.api.delete(`${members}/${bob.id}`),
        ada.api.patch(`/api/v1/bugs-admin/${id}`, { assignee_id: bob.id }),
        bulk('assign', ids, bob.id),
      ]);
      expect(left.status).toBe(204);
      for (const { status } of assigned) expect([200, 422]).toContain(status);
      const assignees = (await readAll([id, ...ids])).map(({ assignee_id }) => assignee_id);
      expect(new Set(assignees)).toEqual(new Set([null]));
    }
  });
});

describe('labels in bulk', () => {
  it('are put on those bugs of their team that lack them', async () => {
    const ids = await bugsOfBoth();
    const label = await aLabel(ada, 'checkout');
    await ada.api.post(`/api/v1/bugs-admin/${ids[0]}/labels/${label}`);
    const before = await read(ids[0] as number);
    expect((await bulk('add_label', ids, label)).body).toMatchObject({ affected: 2 });
    const names = (await readAll(ids)).map(({ labels }) => labels.map(({ id }: { id: number }) => id));
    expect(names).toEqual([[label], [label], []]);
    expect(await read(ids[0] as number)).toEqual(before);
    const noted = await activityOf(node, ids);
    expect(noted.map(({ bug_id, kind, changes }) => ({ bug_id, kind, changes }))).toEqual(
      ids.slice(0, 2).map((bug_id) => ({
        bug_id,
        kind: 'label_added',
        changes: { label: { id: label, name: 'checkout' } },
      })),
    );
  });

  it('are taken off those that carry them', async () => {
    const ids = await bugsOfBoth();
    const label = await aLabel(ada, 'mobile');
    await ada.api.post(`/api/v1/bugs-admin/${ids[0]}/labels/${label}`);
    expect((await bulk('remove_label', ids, label)).body).toMatchObject({ affected: 2 });
    expect((await read(ids[0] as number)).labels).toEqual([]);
    const noted = await activityOf(node, ids);
    expect(noted.map(({ bug_id, kind }) => [bug_id, kind])).toEqual([
      [ids[0], 'label_added'],
      [ids[0], 'label_removed'],
    ]);
  });

  it.each(['add_label', 'remove_label'])(
    'of others, or unknown ones, are not found (%s)',
    async (operation) => {
      const ids = await bugsOfBoth();
      const foreign = await aLabel(stranger, operation);
      for (const label of [foreign, unknownId]) {
        expectNotFound(await bulk(operation, ids, label));
        expectNotFound(await bulk(operation, [], label));
      }
    },
  );

  it('leave nothing behind when the label is deleted meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await storeBugs(node, project, 40);
      const label = await aLabel(ada, `short-lived ${round}`);
      const [deleted, ...changed] = await Promise.all([
        ada.api.delete(`/api/v1/teams/${ada.teamId}/labels/${label}`),
        bulk('add_label', ids, label),
        bulk('add_label', ids.toReversed(), label),
      ]);
      expect(deleted.status).toBe(204);
      expect(
        Object.keys(countStatuses(changed)).filter((status) => !['200', '404'].includes(status)),
      ).toEqual([]);
      expect((await readAll(ids)).flatMap(({ labels }) => labels)).toEqual([]);
    }
  });
});
