import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { expectNotFound, expectRefused, notIds, unknownId } from '../../../test/samples.ts';

const node = await startService({ DEFAULT_PLAN: 'unlimited' });
const ada = await aPerson(node);
const project = await aProject(ada);
const labelsOf = ({ teamId }: Person) => `/api/v1/teams/${teamId}/labels`;

let count = 0;

async function aLabel(person = ada): Promise<number> {
  const created = await person.api.post(labelsOf(person), { name: `Label ${++count}`, color: '#00FF00' });
  return created.body.id;
}

const merge = (fromId: unknown, intoId: unknown, person = ada) =>
  person.api.post(`${labelsOf(person)}/${fromId}/merge`, { into_label_id: intoId });
const attach = (bugId: number, labelId: number) =>
  ada.api.post(`/api/v1/bugs-admin/${bugId}/labels/${labelId}`);
const read = async (bugId: number) => (await ada.api.get(`/api/v1/bugs-admin/${bugId}`)).body;
const idsOf = (labels: { id: number }[]) => labels.map(({ id }) => id);
const totalWith = async (labelId: number) =>
  (await ada.api.get(`/api/v1/bugs-admin?label_id=${labelId}&status=resolved`)).body.total;

describe('merging labels', () => {
  it('leaves one of them on all bugs, and writes nothing into their timelines', async () => {
    const [from, into, other] = [await aLabel(), await aLabel(), await aLabel()];
    const [first, both, mine] = [
      await aBug(node, project),
      await aBug(node, project),
      await aBug(node, project),
    ];
    for (const id of [first, both]) await attach(id, from);
    for (const id of [both, mine]) await attach(id, into);
    await attach(first, other);
    await ada.api.patch(`/api/v1/bugs-admin/${first}`, { status: 'resolved' });
    const before = await Promise.all([first, both, mine].map(read));
    const activity = (await ada.api.get(`/api/v1/bugs-admin/${first}/activity`)).body;

    const answer = await merge(from, into);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: into, team_id: ada.teamId, bug_count: 3 });
    const after = await Promise.all([first, both, mine].map(read));
    expect(after.map(({ labels }) => idsOf(labels).sort())).toEqual([[into, other].sort(), [into], [into]]);
    expect(after.map(({ revision }, index) => revision - before[index].revision)).toEqual([1, 1, 0]);
    expect((await ada.api.get(`/api/v1/bugs-admin/${first}/activity`)).body).toEqual(activity);
    for (let folded = 0; folded < 2; folded++) {
      const { items } = (await ada.api.get(labelsOf(ada))).body;
      expect(items.some(({ id }: { id: number }) => id === from)).toBe(false);
      expect(items.find(({ id }: { id: number }) => id === into).bug_count).toBe(3);
      expect(await totalWith(into)).toBe(1);
    }
  });

  it('reaches more bugs than one portion has', async () => {
    const [from, into] = [await aLabel(), await aLabel()];
    const one = await aBug(node, project);
    await sql`
      insert into bugs (id, project_id, team_id, title, description, severity, created_at, updated_at)
      select nextval('bug_ids'), project_id, team_id, title, description, severity, created_at, updated_at
      from bugs, generate_series(1, 1100) where id = ${one}`.execute(node.db);
    await sql`
      insert into bug_labels (team_id, bug_id, label_id)
      select team_id, id, ${from}::bigint from bugs where id > ${one}`.execute(node.db);
    expect((await merge(from, into)).body.bug_count).toBe(1100);
    const left = await node.db
      .selectFrom('bugs')
      .select('id')
      .where('revision', '=', 1)
      .where('id', '>', one)
      .execute();
    expect(left).toEqual([]);
  });

  it('goes on in saved views', async () => {
    const [from, into, other] = [await aLabel(), await aLabel(), await aLabel()];
    const views = `/api/v1/teams/${ada.teamId}/saved-views`;
    for (const [name, label] of Object.entries({ a: [from], b: [other, from, into], c: [other] }))
      expect((await ada.api.post(views, { name, filters: { status: 'open', label } })).status).toBe(201);
    expect((await merge(from, into)).status).toBe(200);
    const { items } = (await ada.api.get(views)).body;
    expect(items.map(({ filters }: { filters: object }) => filters)).toEqual([
      { status: 'open', label: [into] },
      { status: 'open', label: [other, into] },
      { status: 'open', label: [other] },
    ]);
  });

  it('takes two different labels of the team', async () => {
    const stranger = await aPerson(node);
    const [mine, other, foreign] = [await aLabel(), await aLabel(), await aLabel(stranger)];
    expectRefused(await merge(mine, mine), 'into_label_id');
    expectRefused(await merge(mine, 'x'), 'into_label_id');
    for (const id of [...notIds, unknownId, foreign]) expectNotFound(await merge(id, mine));
    for (const id of [unknownId, foreign]) expectNotFound(await merge(mine, id));
    const path = `${labelsOf(ada)}/${mine}/merge`;
    expectNotFound(await stranger.api.post(path, { into_label_id: other }));
  });
});
