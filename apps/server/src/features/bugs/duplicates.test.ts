import { describe, expect, it } from 'vitest';
import { aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import {
  countStatuses,
  expectConflict,
  expectNotFound,
  expectRefused,
  notIds,
  unknownId,
} from '../../../test/samples.ts';
import { activityOf, storeBug, storeBugs } from '../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node);
const stranger = await aPerson(node);
const project = await aProject(ada);

type Id = number | string;

const bugs = (count: number) => storeBugs(node, project, count) as Promise<[number, number, ...number[]]>;
const read = async (id: number) => (await ada.api.get(`/api/v1/bugs-admin/${id}`)).body;
const mark = (id: Id, otherId: Id) => ada.api.post(`/api/v1/bugs-admin/${id}/duplicate-of/${otherId}`);
const unmark = (id: Id) => ada.api.delete(`/api/v1/bugs-admin/${id}/duplicate-of`);

/** Marks each bug as a duplicate of the next. */
async function chain(ids: number[]): Promise<void> {
  for (const [index, id] of ids.slice(0, -1).entries()) await mark(id, ids[index + 1] as number);
}

describe('marking a duplicate', () => {
  it('answers the bug with the mark, and notes it', async () => {
    const [id, original] = await bugs(2);
    const before = await read(id);
    const answer = await mark(id, original);
    expect(answer.status).toBe(200);
    const marked = { duplicate_of_id: original, revision: 2, updated_at: expect.any(String) };
    expect(answer.body).toEqual({ ...before, ...marked });
    expect(await read(id)).toEqual(answer.body);
    expect(await activityOf(node, [id, original])).toEqual([
      {
        bug_id: id,
        kind: 'marked_duplicate',
        actor_id: ada.id,
        via: 'dashboard',
        changes: { duplicate_of_id: { from: null, to: original } },
      },
    ]);
  });

  it('takes bugs of another project of the team', async () => {
    const other = await storeBug(node, await aProject(ada));
    expect((await mark(await storeBug(node, project), other)).body.duplicate_of_id).toBe(other);
  });

  it('is counted at the original, exactly and only for its direct duplicates', async () => {
    const [first, second, original] = (await bugs(3)) as [number, number, number];
    const countOf = async (id: number) => (await read(id)).duplicate_count;
    expect(await countOf(original)).toBe(0);
    await chain([first, second, original]);
    expect([await countOf(second), await countOf(original)]).toEqual([1, 1]);
    await mark(first, original);
    expect([await countOf(second), await countOf(original)]).toEqual([0, 2]);
    const patched = await ada.api.patch(`/api/v1/bugs-admin/${original}`, { status: 'resolved' });
    expect(patched.body.duplicate_count).toBe(2);
    await unmark(second);
    await ada.api.delete(`/api/v1/bugs-admin/${first}`);
    expect(await countOf(original)).toBe(0);
  });

  it('changes nothing when it is marked so already', async () => {
    const [id, original] = await bugs(2);
    const { body } = await mark(id, original);
    const again = await mark(id, original);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(body);
    expect(await activityOf(node, [id])).toHaveLength(1);
  });

  it('moves the mark to another bug', async () => {
    const [id, first, second] = (await bugs(3)) as [number, number, number];
    await mark(id, first);
    expect((await mark(id, second)).body.duplicate_of_id).toBe(second);
    const noted = await activityOf(node, [id]);
    expect(noted.map(({ kind, changes }) => [kind, changes])).toEqual([
      ['marked_duplicate', { duplicate_of_id: { from: null, to: first } }],
      ['marked_duplicate', { duplicate_of_id: { from: first, to: second } }],
    ]);
  });

  it('takes a duplicate of a duplicate', async () => {
    const ids = await bugs(4);
    await chain(ids);
    const marks = await Promise.all(ids.map(async (id) => (await read(id)).duplicate_of_id));
    expect(marks).toEqual([...ids.slice(1), null]);
  });

  it('refuses the bug itself', async () => {
    const id = await storeBug(node, project);
    expectRefused(await mark(id, id), 'other_id');
    expect((await read(id)).duplicate_of_id).toBeNull();
  });

  it.each([2, 3, 30])('refuses to close a circle of %i', async (length) => {
    const ids = await bugs(length);
    await chain(ids);
    const last = ids.at(-1) as number;
    expectConflict(await mark(last, ids[0]));
    expect((await read(last)).duplicate_of_id).toBeNull();
    expect(await activityOf(node, [last])).toEqual([]);
  });

  it('refuses bugs of another team, though both are visible', async () => {
    const { body: team } = await ada.api.post('/api/v1/teams', { name: 'Wasps' });
    const other = await storeBug(node, await aProject(ada, { team_id: team.id }));
    const answer = await mark(await storeBug(node, project), other);
    expectRefused(answer, 'other_id');
    expect(answer.body.detail).toBe('other_id: must be a bug of the same team');
  });

  it('does not find what is unknown, no id or of others', async () => {
    const id = await storeBug(node, project);
    const foreign = await storeBug(node, await aProject(stranger));
    for (const other of [...notIds, unknownId, foreign]) {
      expectNotFound(await mark(id, other));
      expectNotFound(await mark(other, id));
      expectNotFound(await mark(other, other));
    }
    expect((await read(id)).duplicate_of_id).toBeNull();
  });
});

describe('removing the mark', () => {
  it('answers the bug without it, and notes that', async () => {
    const [id, original] = await bugs(2);
    await mark(id, original);
    const answer = await unmark(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, duplicate_of_id: null });
    const [, noted] = await activityOf(node, [id]);
    expect(noted).toMatchObject({
      kind: 'unmarked_duplicate',
      changes: { duplicate_of_id: { from: original, to: null } },
    });
  });

  it('changes nothing where there is none', async () => {
    const id = await storeBug(node, project);
    const before = await read(id);
    const answer = await unmark(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before);
    expect(await activityOf(node, [id])).toEqual([]);
  });

  it('opens a circle, so that it can be closed elsewhere', async () => {
    const [first, second] = await bugs(2);
    await mark(first, second);
    expectConflict(await mark(second, first));
    await unmark(first);
    expect((await mark(second, first)).status).toBe(200);
  });

  it('does not find what is unknown, no id or of others', async () => {
    const [id, original] = await bugs(2);
    await mark(id, original);
    for (const other of [...notIds, unknownId]) expectNotFound(await unmark(other));
    expectNotFound(await stranger.api.delete(`/api/v1/bugs-admin/${id}/duplicate-of`));
    expect((await read(id)).duplicate_of_id).toBe(original);
  });
});

describe('at the same time', () => {
  it('of marks that would close a circle together, all but one are made', async () => {
    for (let round = 0; round < 10; round++) {
      const ids = await bugs(5);
      const marks = ids.map((id, index) => mark(id, ids[(index + 1) % 5] as number));
      expect(countStatuses(await Promise.all(marks))).toEqual({ 200: 4, 409: 1 });
    }
  });

  it('the same mark, made often, is noted once', async () => {
    const [id, original] = await bugs(2);
    const answers = await Promise.all(Array.from({ length: 8 }, () => mark(id, original)));
    expect(countStatuses(answers)).toEqual({ 200: 8 });
    expect(await activityOf(node, [id])).toHaveLength(1);
  });

  it('no mark points to a bug that is being deleted', async () => {
    for (let round = 0; round < 10; round++) {
      const [original, ...ids] = await bugs(5);
      const marks = ids.map((id) => mark(id, original));
      const [deleted] = await Promise.all([ada.api.delete(`/api/v1/bugs-admin/${original}`), ...marks]);
      expect(deleted.status).toBe(204);
      for (const { status } of await Promise.all(marks)) expect([200, 404]).toContain(status);
      for (const id of ids) expect((await read(id)).duplicate_of_id).toBeNull();
    }
  });
});
