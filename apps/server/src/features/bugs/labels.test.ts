import { describe, expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { expectNoContent, expectNotFound, notIds, timestamp, unknownId } from '../../../test/samples.ts';
import type { Actor } from '../../auth/actor.ts';
import { changeBugs, lockBugs } from '../activity/change-bugs.ts';
import { deleteLabel, updateLabel } from '../labels/operations.ts';
import { attachLabel, detachLabel } from './change.ts';

const node = await startService();
const ada = await aPerson(node, { name: 'Ada' });
const stranger = await aPerson(node);
const project = await aProject(ada);

let count = 0;

async function aLabel(name = `Label ${++count}`, owner: Person = ada) {
  const created = await owner.api.post(`/api/v1/teams/${owner.teamId}/labels`, { name, color: '#00FF00' });
  expect(created.status).toBe(201);
  return created.body;
}

const path = (bugId: unknown, labelId: unknown) => `/api/v1/bugs-admin/${bugId}/labels/${labelId}`;
const bugOf = async (id: number) => (await ada.api.get(`/api/v1/bugs-admin/${id}`)).body;
const activityOf = async (id: number) =>
  (await ada.api.get(`/api/v1/bugs-admin/${id}/activity`)).body.items.slice(1);

describe('attaching', () => {
  it('answers the bug with the label', async () => {
    const [id, label] = [await aBug(node, project, { extra: { big: 1 } }), await aLabel()];
    const before = await bugOf(id);
    const answer = await ada.api.post(path(id, label.id));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { team_id: _team, bug_count: _count, ...carried } = label;
    expect(answer.body).toEqual({ ...before, labels: [carried], revision: 2, updated_at: timestamp });
    expect(answer.body.updated_at > before.updated_at).toBe(true);
    expect(await bugOf(id)).toEqual(answer.body);
  });

  it('notes who did it, and with which label', async () => {
    const [id, label] = [await aBug(node, project), await aLabel('Checkout')];
    await ada.api.post(path(id, label.id));
    expect(await activityOf(id)).toEqual([
      {
        id: expect.any(Number),
        bug_id: id,
        kind: 'label_added',
        actor: { id: ada.id, name: 'Ada' },
        via: 'dashboard',
        changes: { label: { id: label.id, name: 'Checkout' } },
        created_at: timestamp,
      },
    ]);
  });

  it('puts any number of labels on a bug, by name', async () => {
    const id = await aBug(node, project);
    for (const name of ['zebra', 'Apple', 'mango']) await ada.api.post(path(id, (await aLabel(name)).id));
    const names = (await bugOf(id)).labels.map((label: { name: string }) => label.name);
    expect(names).toEqual(['Apple', 'mango', 'zebra']);
  });

  it('changes nothing the second time', async () => {
    const [id, label] = [await aBug(node, project), await aLabel()];
    const first = await ada.api.post(path(id, label.id));
    const second = await ada.api.post(path(id, label.id));
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await activityOf(id)).toHaveLength(1);
  });

  it('is done once when several do it at the same time', async () => {
    const [id, label] = [await aBug(node, project), await aLabel()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => ada.api.post(path(id, label.id))));
    for (const { status, body } of answers) expect([status, body.labels.length]).toEqual([200, 1]);
    expect(await activityOf(id)).toHaveLength(1);
  });
});

describe('detaching', () => {
  it('answers the bug without the label, and notes it', async () => {
    const [id, label, other] = [await aBug(node, project), await aLabel('Gone'), await aLabel()];
    await ada.api.post(path(id, other.id));
    const { body: before } = await ada.api.post(path(id, label.id));
    const answer = await ada.api.delete(path(id, label.id));
    expect(answer.status).toBe(200);
    expect(answer.body.labels).toEqual([expect.objectContaining({ id: other.id })]);
    expect(answer.body.updated_at > before.updated_at).toBe(true);
    expect(await bugOf(id)).toEqual(answer.body);
    expect((await activityOf(id)).at(-1)).toMatchObject({
      kind: 'label_removed',
      actor: { id: ada.id },
      changes: { label: { id: label.id, name: 'Gone' } },
    });
  });

  it('changes nothing when the bug does not carry the label', async () => {
    const [id, label] = [await aBug(node, project), await aLabel()];
    const before = await bugOf(id);
    const answer = await ada.api.delete(path(id, label.id));
    expect([answer.status, answer.body]).toEqual([200, before]);
    expect(await activityOf(id)).toEqual([]);
  });

  it('is done once when several do it at the same time', async () => {
    const [id, label] = [await aBug(node, project), await aLabel()];
    await ada.api.post(path(id, label.id));
    const answers = await Promise.all(Array.from({ length: 8 }, () => ada.api.delete(path(id, label.id))));
    for (const { status, body } of answers) expect([status, body.labels]).toEqual([200, []]);
    expect(await activityOf(id)).toHaveLength(2);
  });
});

describe('detaching while somebody attaches', () => {
  /** Adds the label in a transaction that stays open and keeps the bug locked. */
  const attachSlowly = (bugId: number, label: { id: number }) =>
    hold(node, async (trx) =>
      changeBugs(
        trx,
        { actorId: ada.id, via: 'dashboard', requestId: null },
        await lockBugs(trx, { ids: [bugId], teamIds: [ada.teamId] }),
        () => ({ add_label: label.id }),
      ),
    );

  it.each([
    ['by its own route', (id: number, label: number) => ada.api.delete(path(id, label))],
    [
      'in bulk',
      (id: number, value: number) =>
        ada.api.post('/api/v1/bugs-admin/bulk', { ids: [id], operation: 'remove_label', value }),
    ],
  ])('waits, and takes off what they have put on: %s', async (_name, detach) => {
    const [id, label] = [await aBug(node, project), await aLabel()];
    const release = await attachSlowly(id, label);
    const answer = detach(id, label.id);
    await whenBlocked(node);
    await release();
    expect((await answer).status).toBe(200);
    expect((await bugOf(id)).labels).toEqual([]);
    const kinds = (await activityOf(id)).map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['label_added', 'label_removed']);
  });
});

describe('what is not there', () => {
  async function expectHidden({ api }: Person, bugId: unknown, labelId: unknown): Promise<void> {
    expectNotFound(await api.post(path(bugId, labelId)));
    expectNotFound(await api.delete(path(bugId, labelId)));
  }

  it("is somebody else's bug or label, also for who owns the other one", async () => {
    const [id, label, theirs] = [await aBug(node, project), await aLabel(), await aLabel('theirs', stranger)];
    await ada.api.post(path(id, label.id));
    await expectHidden(stranger, id, label.id);
    await expectHidden(stranger, id, theirs.id);
    await expectHidden(ada, id, theirs.id);
    expect(await bugOf(id)).toMatchObject({ labels: [{ id: label.id }] });
    expect(await activityOf(id)).toHaveLength(1);
  });

  it("is a label of another team of one's own", async () => {
    const { body: team } = await ada.api.post('/api/v1/teams', { name: 'Second' });
    const elsewhere = await aLabel('elsewhere', { ...ada, teamId: team.id });
    const id = await aBug(node, project);
    await expectHidden(ada, id, elsewhere.id);
    expect((await bugOf(id)).labels).toEqual([]);
  });

  it.each([...notIds, unknownId])('is %s, a bug or a label', async (none) => {
    const [id, label] = [await aBug(node, project), await aLabel()];
    await expectHidden(ada, none, label.id);
    await expectHidden(ada, id, none);
  });
});

describe('a label that changes', () => {
  it('is renamed and recolored on its bugs, which are not changed by that', async () => {
    const [id, label] = [await aBug(node, project), await aLabel()];
    const { body: before } = await ada.api.post(path(id, label.id));
    const patch = { name: 'Renamed', color: '#123456' };
    await ada.api.patch(`/api/v1/teams/${ada.teamId}/labels/${label.id}`, patch);
    expect(await bugOf(id)).toEqual({ ...before, labels: [{ id: label.id, ...patch }] });
    expect(await activityOf(id)).toHaveLength(1);
  });

  it('is taken off every bug when it is deleted, without a note', async () => {
    const [one, two, label] = [await aBug(node, project), await aBug(node, project), await aLabel('Old')];
    const [{ body: before }] = [
      await ada.api.post(path(one, label.id)),
      await ada.api.post(path(two, label.id)),
    ];
    expectNoContent(await ada.api.delete(`/api/v1/teams/${ada.teamId}/labels/${label.id}`));
    expect(await bugOf(one)).toEqual({ ...before, labels: [], revision: before.revision + 1 });
    expect((await bugOf(two)).labels).toEqual([]);
    const added = { kind: 'label_added', changes: { label: { id: label.id, name: 'Old' } } };
    expect(await activityOf(one)).toEqual([expect.objectContaining(added)]);
    await expectGone(one, label.id);
  });

  async function expectGone(bugId: number, labelId: number): Promise<void> {
    expectNotFound(await ada.api.post(path(bugId, labelId)));
    expectNotFound(await ada.api.delete(path(bugId, labelId)));
  }

  it('is found or not, and never an error, while it is being deleted', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => aBug(node, project)));
    for (let round = 0; round < 10; round++) {
      const label = await aLabel();
      await ada.api.post(path(ids[0], label.id));
      const [deletion, ...answers] = await Promise.all([
        ada.api.delete(`/api/v1/teams/${ada.teamId}/labels/${label.id}`),
        ...ids.map((id) => ada.api.post(path(id, label.id))),
        ada.api.delete(path(ids[0], label.id)),
      ]);
      expectNoContent(deletion);
      for (const answer of answers) if (answer.status !== 200) expectNotFound(answer);
      for (const id of ids) expect((await bugOf(id)).labels).toEqual([]);
    }
  });
});

it('can be attached by a colleague, and detached by another', async () => {
  const [grace, id, label] = [await aColleague(node, ada), await aBug(node, project), await aLabel()];
  await grace.api.post(path(id, label.id));
  await ada.api.delete(path(id, label.id));
  const actors = (await activityOf(id)).map(({ actor }: { actor: { id: number } }) => actor.id);
  expect(actors).toEqual([grace.id, ada.id]);
});

describe('a door that knows no team', () => {
  const actor: Actor = { userId: ada.id, teamIds: [ada.teamId], via: 'mcp' };
  const other: Actor = { userId: stranger.id, teamIds: [stranger.teamId], via: 'mcp' };
  const notFound = { status: 404 };

  it("finds a label by its name in the bug's team, whatever the case, and notes the way", async () => {
    const [id, label] = [await aBug(node, project), await aLabel('By Name')];
    await aLabel('By Name', stranger);
    const attached = JSON.parse(await attachLabel(node.context, actor, { id }, { name: 'bY nAME' }));
    expect(attached.labels).toMatchObject([{ id: label.id }]);
    expect((await activityOf(id))[0]).toMatchObject({ kind: 'label_added', via: 'mcp' });
    const detached = JSON.parse(await detachLabel(node.context, actor, { id }, { name: 'BY NAME' }));
    expect(detached.labels).toEqual([]);
  });

  it('finds no label by a part or a pattern of its name, nor one of another team', async () => {
    const id = await aBug(node, project);
    await aLabel('Precise');
    await aLabel('Foreign', stranger);
    for (const name of ['Precis', 'Precise%', 'Precise ', '%', '', 'Foreign'])
      await expect(attachLabel(node.context, actor, { id }, { name })).rejects.toMatchObject(notFound);
    await expect(attachLabel(node.context, other, { id }, { name: 'Precise' })).rejects.toMatchObject(
      notFound,
    );
  });

  it("changes and deletes a label by its id alone, if it is of the actor's teams", async () => {
    const { id } = await aLabel();
    const place = { label_id: id };
    const patch = { color: '#ABCDEF' };
    await expect(updateLabel(node.context, other, place, patch)).rejects.toMatchObject(notFound);
    await expect(deleteLabel(node.context, other, place)).rejects.toMatchObject(notFound);
    expect(await updateLabel(node.context, actor, place, patch)).toMatchObject({
      id,
      ...patch,
      bug_count: 0,
    });
    await deleteLabel(node.context, actor, place);
    await expect(deleteLabel(node.context, actor, place)).rejects.toMatchObject(notFound);
  });
});
