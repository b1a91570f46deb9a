import { statuses } from '@skep/vocabulary';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aReported, imageOf, upload } from '../../../test/attachments.ts';
import { aBaseUrl, createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { rewriteBugs } from '../../../test/rewrite.ts';
import { expectNotFound } from '../../../test/samples.ts';
import { activityOf, aLabel, storeBug, storeBugs } from '../../../test/stored-bugs.ts';
import { deleteExpiredBugs } from './retention.ts';

const database = await createDatabase();
const node = await startNode(database, { BASE_URL: await aBaseUrl() });
const withSetting = () => startNode(database, { RETENTION_DAYS: '30' });

const run = ({ context }: typeof node) => deleteExpiredBugs(context, new AbortController().signal);
/** Backdates bugs by so many days. */
const age = (ids: number[], days: number) =>
  sql`update bugs set updated_at = now() - make_interval(days => ${days}) where id = any(${ids})`.execute(
    node.db,
  );

it('deletes done bugs that lay for so many days as a person would, and nothing without the setting', async () => {
  const reported = await aReported(node);
  const { person, bugId } = reported;
  const project = { id: reported.project.id, team_id: person.teamId };
  await upload((await reported.ask()).body);
  const image = await imageOf(node, reported);
  const labelId = await aLabel(person, 'checkout');
  await person.api.post(`/api/v1/bugs-admin/${bugId}/labels/${labelId}`);
  await person.api.post(`/api/v1/bugs-admin/${bugId}/comments`, { body: 'Seen it' });
  const duplicate = await storeBug(node, project);
  await person.api.post(`/api/v1/bugs-admin/${duplicate}/duplicate-of/${bugId}`);

  const byStatus = new Map<string, number>();
  for (const status of statuses) {
    const id = await storeBug(node, project);
    await person.api.patch(`/api/v1/bugs-admin/${id}`, { status });
    byStatus.set(status, id);
  }
  const many = await storeBugs(node, project, 250);
  const [young] = many;
  const bulk = { operation: 'set_status', value: 'resolved', ids: [...many, bugId] };
  await person.api.post('/api/v1/bugs-admin/bulk', bulk);
  const all = [...byStatus.values(), ...many, bugId, duplicate];
  await age(all, 31);
  await age([young as number], 29);
  const left = async () => {
    const rows = await node.db.selectFrom('bugs').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };

  await run(node);
  expect(await left()).toHaveLength(all.length);
  const keeper = await withSetting();
  await run(keeper);
  const stay = [duplicate, byStatus.get('open'), byStatus.get('in_progress'), young];
  await expect.poll(left).toEqual(stay.toSorted((one = 0, other = 0) => one - other));

  expectNotFound(await person.api.get(`/api/v1/bugs-admin/${bugId}`));
  const gone = { bug_id: bugId, kind: 'deleted', actor_id: null, via: 'api', changes: null };
  expect(await activityOf(node, [bugId])).toEqual([gone]);
  expect((await person.api.get(`/api/v1/bugs-admin/${duplicate}`)).body).toMatchObject({
    duplicate_of_id: null,
    revision: 3,
  });
  expect((await person.api.get('/api/v1/bugs-admin')).body.total).toBe(stay.length);
  await expect.poll(async () => (await fetch(image.url)).status).toBe(404);
  const { values } = await keeper.context.metrics.deleted.get();
  expect(values).toContainEqual({ labels: { what: 'bugs' }, value: all.length - stay.length });
});

it.each([
  ['reopened', sql`status = 'open'`],
  ['changed', sql`updated_at = now()`],
])('keeps a bug that is %s after it was found and before it is locked', async (_name, change) => {
  const { person, bugId, project } = await aReported(node);
  const other = await storeBug(node, { id: project.id, team_id: person.teamId });
  for (const id of [bugId, other]) await person.api.patch(`/api/v1/bugs-admin/${id}`, { status: 'closed' });
  await age([bugId, other], 31);
  await sql`update retention_sweep set after_id = 0, ended_at = null`.execute(node.db);
  const keeper = await withSetting();
  const release = await hold(node, (trx) => rewriteBugs(trx, change, sql`id = ${bugId}`));
  const running = run(keeper);
  await whenBlocked(node);
  await release();
  await running;
  expect((await person.api.get(`/api/v1/bugs-admin/${bugId}`)).status).toBe(200);
  expectNotFound(await person.api.get(`/api/v1/bugs-admin/${other}`));
});
