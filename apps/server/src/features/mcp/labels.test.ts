import { describe, expect, it } from 'vitest';
import { anAssistant, aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import {
  badNames,
  expectConflict,
  expectNoContent,
  expectNotFound,
  expectRefused,
  notIds,
  notIdValues,
  toJson,
  unknownId,
} from '../../../test/samples.ts';
import { activityOf, aLabel, storeBug } from '../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node);
const stranger = await aPerson(node);
const project = await aProject(ada);
const { api } = await anAssistant(node, ada);
const foreign = await anAssistant(node, stranger);

const catalogue = `/api/v1/mcp/teams/${ada.teamId}/labels`;
const label = (id: unknown) => `/api/v1/mcp/labels/${id}`;
const labelsOf = (bugId: unknown) => `/api/v1/mcp/bugs/${bugId}/labels`;
let count = 0;
const aName = () => `Label ${++count}`;
const aBug = () => storeBug(node, project);

describe('the catalogue', () => {
  it('is what the dashboard shows', async () => {
    await aLabel(ada, aName());
    const answer = await api.get(catalogue);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await ada.api.get(`/api/v1/teams/${ada.teamId}/labels`)).body);
    expect(answer.body.total).toBeGreaterThan(0);
  });

  it('takes a new label, once under each name', async () => {
    const name = aName();
    const created = await api.post(catalogue, { name, color: '#00ff00' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(Number),
      team_id: ada.teamId,
      name,
      color: expect.stringMatching(/^#00ff00$/i),
      bug_count: 0,
    });
    expectConflict(await api.post(catalogue, { name: name.toUpperCase(), color: '#000000' }));
  });

  it('lets a label be renamed and recolored by its id', async () => {
    const [id, taken, name] = [await aLabel(ada, aName()), aName(), aName()];
    await aLabel(ada, taken);
    expect((await api.patch(label(id), { name })).body).toMatchObject({ id, name });
    expect((await api.patch(label(id), { color: '#123456' })).body).toMatchObject({ name, color: '#123456' });
    expectConflict(await api.patch(label(id), { name: taken }));
    expectRefused(await api.patch(label(id), {}), 'body');
    expectRefused(await api.patch(label(id), { color: 'red' }), 'color');
  });

  it('lets a label be deleted, which takes it off its bugs', async () => {
    const [id, bug] = [await aLabel(ada, aName()), await aBug()];
    await api.post(labelsOf(bug), { label_id: id });
    expectNoContent(await api.delete(label(id)));
    expectNotFound(await api.delete(label(id)));
    expect((await api.get(`/api/v1/mcp/bugs/${bug}`)).body.labels).toEqual([]);
  });

  it("hides somebody else's", async () => {
    const id = await aLabel(ada, aName());
    expectNotFound(await foreign.api.get(catalogue));
    expectNotFound(await foreign.api.post(catalogue, { name: aName(), color: '#000000' }));
    expectNotFound(await foreign.api.patch(label(id), { name: aName() }));
    expectNotFound(await foreign.api.delete(label(id)));
  });

  it.each([...notIds, unknownId])('does not know the id %s', async (id) => {
    expectNotFound(await api.get(`/api/v1/mcp/teams/${id}/labels`));
    expectNotFound(await api.patch(label(id), { name: aName() }));
    expectNotFound(await api.delete(label(id)));
  });
});

describe('a label on a bug', () => {
  it('is attached and detached by its id', async () => {
    const [id, bug] = [await aLabel(ada, aName()), await aBug()];
    const attached = await api.post(labelsOf(bug), { label_id: id });
    expect(attached.status).toBe(200);
    expect(attached.body).toMatchObject({ id: bug, labels: [{ id }] });
    const detached = await api.delete(`${labelsOf(bug)}?label_id=${id}`);
    expect(detached.status).toBe(200);
    expect(detached.body).toMatchObject({ id: bug, labels: [] });
    const ways = (await activityOf(node, [bug])).map(({ kind, via, actor_id }) => [kind, via, actor_id]);
    expect(ways).toEqual([
      ['label_added', 'mcp', ada.id],
      ['label_removed', 'mcp', ada.id],
    ]);
  });

  it("is attached and detached by its name in the bug's team, whatever the case", async () => {
    const bug = await aBug();
    const id = await aLabel(ada, 'Größe & more');
    await aLabel(stranger, 'Größe & more');
    expect((await api.post(labelsOf(bug), { label_name: 'GRÖßE & MORE' })).body.labels).toMatchObject([
      { id },
    ]);
    const name = encodeURIComponent('größe & MORE');
    expect((await api.delete(`${labelsOf(bug)}?label_name=${name}`)).body.labels).toEqual([]);
  });

  it('is not found when nobody has made it, or in another team', async () => {
    const [bug, theirs] = [await aBug(), aName()];
    const theirId = await aLabel(stranger, theirs);
    for (const reference of [{ label_name: theirs }, { label_id: theirId }, { label_name: 'No such label' }])
      expectNotFound(await api.post(labelsOf(bug), reference));
    expectNotFound(await api.delete(`${labelsOf(bug)}?label_name=nothing`));
    expectNotFound(await api.delete(`${labelsOf(bug)}?label_id=${theirId}`));
  });

  it('is named in exactly one way', async () => {
    const [id, bug] = [await aLabel(ada, 'Twice'), await aBug()];
    const message = 'must be given, either label_id or label_name';
    const refusal = {
      detail: `label_id: ${message}`,
      errors: [
        { field: 'label_id', message },
        { field: 'label_name', message },
      ],
    };
    for (const answer of [
      await api.post(labelsOf(bug), {}),
      await api.post(labelsOf(bug), { label_id: id, label_name: 'Twice' }),
      await api.delete(labelsOf(bug)),
      await api.delete(`${labelsOf(bug)}?label_id=${id}&label_name=Twice`),
    ]) {
      expect([answer.status, answer.body]).toEqual([422, refusal]);
    }
    expectRefused(await api.post(labelsOf(bug), ''), 'body');
  });

  it.each(notIdValues.slice(1))('refuses the id %s', async (id) => {
    const answer = await api.post(labelsOf(await aBug()), toJson({ label_id: id }));
    expectRefused(answer, 'label_id');
  });

  it.each(badNames.slice(1, -2))('refuses a name that is %s', async (_what, name) => {
    expectRefused(await api.post(labelsOf(await aBug()), { label_name: name }), 'label_name');
  });

  it.each(['label_id=abc', 'label_id=0', 'label_id=1&label_id=2', 'label_name=', 'label_name=%00'])(
    'refuses ?%s',
    async (query) => {
      expectRefused(await api.delete(`${labelsOf(await aBug())}?${query}`), query.split('=')[0] as string);
    },
  );
});
