import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aReported, imageOf, upload } from '../../../test/attachments.ts';
import { aPerson, aProject, type Person } from '../../../test/builders.ts';
import { aBaseUrl, startService } from '../../../test/harness.ts';
import { countStatuses, expectNoContent, expectNotFound, notIds, unknownId } from '../../../test/samples.ts';
import { activityOf, aLabel, storeBug, storeBugs } from '../../../test/stored-bugs.ts';

const node = await startService({ BASE_URL: await aBaseUrl() });
const ada = await aPerson(node);
const project = await aProject(ada);
const label = await aLabel(ada, 'checkout');

const remove = (id: number | string, { api }: Pick<Person, 'api'> = ada) =>
  api.delete(`/api/v1/bugs-admin/${id}`);

/** Tables that still have rows of the bug. The search queue keeps its id briefly. */
async function tracesOf(id: number): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'bug_id' and table_name not in ('idempotency_keys', 'search_queue')`.execute(
    node.db,
  );
  const traces = rows.map(async ({ table_name }) => {
    const found = await sql`select from ${sql.table(table_name)} where bug_id = ${id}`.execute(node.db);
    return found.rows.length > 0 ? [table_name] : [];
  });
  return (await Promise.all(traces)).flat();
}

const theDeletion = (id: number, { id: actorId }: Pick<Person, 'id'> = ada) => ({
  bug_id: id,
  kind: 'deleted',
  actor_id: actorId,
  via: 'dashboard',
  changes: null,
});

describe('deleting a bug', () => {
  it('takes its labels, comments, activity and image with it, and leaves one note', async () => {
    const reported = await aReported(node);
    const { bugId, person } = reported;
    await upload((await reported.ask()).body);
    const image = await imageOf(node, reported);
    const labelId = await aLabel(person, 'checkout');
    await person.api.post(`/api/v1/bugs-admin/${bugId}/labels/${labelId}`);
    await person.api.post(`/api/v1/bugs-admin/${bugId}/comments`, { body: 'Seen it' });
    await person.api.patch(`/api/v1/bugs-admin/${bugId}`, { status: 'closed' });
    expect(await tracesOf(bugId)).toEqual(
      expect.arrayContaining(['activity', 'attachments', 'bug_labels', 'comments']),
    );

    expectNoContent(await remove(bugId, person));
    expectNotFound(await person.api.get(`/api/v1/bugs-admin/${bugId}`));
    expect(await tracesOf(bugId)).toEqual(['activity']);
    expect(await activityOf(node, [bugId])).toEqual([theDeletion(bugId, person)]);
    await expect.poll(async () => (await fetch(image.url)).status).toBe(404);
  });

  it('leaves other bugs as they are', async () => {
    const [id, other] = (await storeBugs(node, project, 2)) as [number, number];
    await ada.api.post(`/api/v1/bugs-admin/${other}/labels/${label}`);
    await ada.api.post(`/api/v1/bugs-admin/${other}/comments`, { body: 'Seen it' });
    const before = await ada.api.get(`/api/v1/bugs-admin/${other}`);
    const noted = await activityOf(node, [other]);
    await remove(id);
    expect((await ada.api.get(`/api/v1/bugs-admin/${other}`)).body).toEqual(before.body);
    expect(await activityOf(node, [other])).toEqual(noted);
    expect(await tracesOf(other)).toEqual(expect.arrayContaining(['bug_labels', 'comments']));
  });

  it('frees its duplicates without a word', async () => {
    const [original, ...ids] = (await storeBugs(node, project, 3)) as [number, number, number];
    for (const id of ids) await ada.api.post(`/api/v1/bugs-admin/${id}/duplicate-of/${original}`);
    const noted = await activityOf(node, ids);
    const { body: before } = await ada.api.get(`/api/v1/bugs-admin/${ids[0]}`);
    await remove(original);
    const { body } = await ada.api.get(`/api/v1/bugs-admin/${ids[0]}`);
    expect(body).toEqual({ ...before, duplicate_of_id: null, revision: before.revision + 1 });
    expect(await activityOf(node, ids)).toEqual(noted);
  });

  it('is done once', async () => {
    const id = await storeBug(node, project);
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(id)));
    expect(countStatuses(answers)).toEqual({ 204: 1, 404: 5 });
    expect(await activityOf(node, [id])).toEqual([theDeletion(id)]);
  });

  it('does not find what is unknown, no id or of others', async () => {
    const id = await storeBug(node, project);
    for (const other of [...notIds, unknownId]) expectNotFound(await remove(other));
    expectNotFound(await remove(id, await aPerson(node)));
    expect((await ada.api.get(`/api/v1/bugs-admin/${id}`)).status).toBe(200);
  });
});

describe('nothing is left behind', () => {
  it('of what is written while the bug is being deleted', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await storeBug(node, project);
      const path = `/api/v1/bugs-admin/${id}`;
      const [deleted, ...others] = await Promise.all([
        remove(id),
        ada.api.post(`${path}/comments`, { body: 'Seen it' }),
        ada.api.post(`${path}/labels/${label}`),
        ada.api.patch(path, { status: 'resolved', assignee_id: 'me' }),
        ada.api.post('/api/v1/bugs-admin/bulk', { ids: [id], operation: 'add_label', value: label }),
      ]);
      expect(deleted.status).toBe(204);
      for (const { status, text } of others) expect([200, 201, 404], text).toContain(status);
      expect(await tracesOf(id)).toEqual(['activity']);
      expect(await activityOf(node, [id])).toEqual([theDeletion(id)]);
    }
  });

  it('of an image that arrives while the bug is being deleted', async () => {
    const reported = await aReported(node);
    const asked = await reported.ask();
    const [sent, deleted] = await Promise.all([upload(asked.body), remove(reported.bugId, reported.person)]);
    expect(deleted.status).toBe(204);
    expect([200, 403]).toContain(sent.status);
    expect(await activityOf(node, [reported.bugId])).toEqual([theDeletion(reported.bugId, reported.person)]);
    expect(await tracesOf(reported.bugId)).toEqual(['activity']);
    expect((await reported.ask()).status).toBe(404);
  });

  it('of comments and labels when their project is deleted meanwhile', async () => {
    const doomed = await aProject(ada);
    const ids = await storeBugs(node, doomed, 20);
    const duplicate = await storeBug(node, project);
    await ada.api.post(`/api/v1/bugs-admin/${duplicate}/duplicate-of/${ids[0]}`);
    const [deleted] = await Promise.all([
      ada.api.delete(`/api/v1/projects/${doomed.id}`),
      ...ids.map((id) => ada.api.post(`/api/v1/bugs-admin/${id}/comments`, { body: 'Seen it' })),
      ada.api.post('/api/v1/bugs-admin/bulk', { ids, operation: 'add_label', value: label }),
    ]);
    expect(deleted.status).toBe(204);
    for (const id of ids) expect(await tracesOf(id)).toEqual([]);
    expect((await ada.api.get(`/api/v1/bugs-admin/${duplicate}`)).body.duplicate_of_id).toBeNull();
  });
});
