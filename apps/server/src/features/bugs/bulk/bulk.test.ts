import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { countStatuses, expectRefused, notIdValues, toJson, unknownId } from '../../../../test/samples.ts';
import { activityOf, aLabel, storeBug, storeBugs } from '../../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node, { name: 'Ada' });
const stranger = await aPerson(node);
const project = await aProject(ada);
const foreign = await storeBug(node, await aProject(stranger));

const bugs = (count: number) => storeBugs(node, project, count);
const bulk = (body: unknown) => ada.api.post('/api/v1/bugs-admin/bulk', body);
const read = async (id: number) => (await ada.api.get(`/api/v1/bugs-admin/${id}`)).body;
const readAll = (ids: number[]) => Promise.all(ids.map(read));

const note = (bug_id: number | undefined, kind: string, changes: object | null) => ({
  bug_id,
  kind,
  actor_id: ada.id,
  via: 'dashboard',
  changes,
});

describe('a bulk operation', () => {
  it('sets the status, and notes it on those that had another', async () => {
    const ids = await bugs(3);
    await ada.api.patch(`/api/v1/bugs-admin/${ids[0]}`, { status: 'closed' });
    const before = await read(ids[0] as number);
    const answer = await bulk({ ids, operation: 'set_status', value: 'closed' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ affected: 3, batch_id: expect.any(Number) });
    expect(await readAll(ids)).toMatchObject(ids.map((id) => ({ id, status: 'closed', severity: 'medium' })));
    expect(await read(ids[0] as number)).toEqual(before);
    const change = { status: { from: 'open', to: 'closed' } };
    expect(await activityOf(node, ids)).toEqual(ids.map((id) => note(id, 'status_changed', change)));
  });

  it('sets the severity', async () => {
    const ids = await bugs(2);
    expect((await bulk({ ids, operation: 'set_severity', value: 'high' })).body).toMatchObject({
      affected: 2,
    });
    expect(await readAll(ids)).toMatchObject(ids.map(() => ({ status: 'open', severity: 'high' })));
    const change = { severity: { from: 'medium', to: 'high' } };
    expect(await activityOf(node, ids)).toEqual(ids.map((id) => note(id, 'severity_changed', change)));
  });

  it.each([{}, { value: null }])('marks as spam with %o', async (value) => {
    const ids = await bugs(2);
    expect((await bulk({ ids, operation: 'mark_spam', ...value })).body).toMatchObject({ affected: 2 });
    expect(await readAll(ids)).toMatchObject(ids.map(() => ({ status: 'spam' })));
    const change = { status: { from: 'open', to: 'spam' } };
    expect(await activityOf(node, ids)).toEqual(ids.map((id) => note(id, 'status_changed', change)));
  });

  it.each([{}, { value: null }])('deletes with %o, and leaves a note of each', async (value) => {
    const ids = await bugs(3);
    const [kept, ...doomed] = ids as [number, number, number];
    await ada.api.post(`/api/v1/bugs-admin/${kept}/duplicate-of/${doomed[0]}`);
    await ada.api.post(`/api/v1/bugs-admin/${doomed[0]}/duplicate-of/${doomed[1]}`);
    expect((await bulk({ ids: doomed, operation: 'delete', ...value })).body).toMatchObject({ affected: 2 });
    expect(await readAll(ids)).toMatchObject([
      { id: kept, duplicate_of_id: null },
      { detail: 'Not found' },
      { detail: 'Not found' },
    ]);
    expect(await activityOf(node, doomed)).toEqual(doomed.map((id) => note(id, 'deleted', null)));
  });

  it.each([
    { operation: 'set_status', value: 'resolved' },
    { operation: 'set_severity', value: 'low' },
    { operation: 'assign', value: 'me' },
    { operation: 'assign', value: null },
    { operation: 'mark_spam' },
    { operation: 'delete' },
  ])('$operation $value counts each visible bug once, and reaches no other', async (change) => {
    const ids = await bugs(2);
    const answer = await bulk({ ids: [...ids, ...ids, foreign, unknownId], ...change });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ affected: 2 });
    const untouched = await stranger.api.get(`/api/v1/bugs-admin/${foreign}`);
    expect(untouched.body).toMatchObject({ status: 'open', severity: 'medium', assignee: null });
    expect(await activityOf(node, [foreign])).toEqual([]);
  });

  it('with no ids affects none', async () => {
    for (const change of [{ operation: 'set_status', value: 'open' }, { operation: 'delete' }]) {
      expect((await bulk({ ids: [], ...change })).body).toMatchObject({ affected: 0 });
    }
  });

  it('takes 500 ids at once, and all of its kinds keep the counts exact', async () => {
    const ids = await bugs(500);
    const label = await aLabel(ada, 'many');
    const changes = [
      { operation: 'add_label', value: label },
      { operation: 'set_status', value: 'resolved' },
      { operation: 'set_severity', value: 'critical' },
      { operation: 'assign', value: 'me' },
      { operation: 'remove_label', value: label },
      { operation: 'add_label', value: label },
      { operation: 'mark_spam' },
      { operation: 'delete' },
    ];
    for (const change of changes) {
      expect((await bulk({ ids, ...change })).body).toMatchObject({ affected: 500 });
    }
    const { rows } = await sql`select from bug_labels where label_id = ${label}`.execute(node.db);
    expect(rows).toEqual([]);
    expect(await activityOf(node, ids)).toEqual(ids.map((id) => note(id, 'deleted', null)));
  });

  it('waits for others who change the same bugs in another order', async () => {
    const ids = await bugs(60);
    const label = await aLabel(ada, 'busy');
    const original = ids[30] as number;
    for (const id of ids.slice(31)) await ada.api.post(`/api/v1/bugs-admin/${id}/duplicate-of/${original}`);
    const operations = [
      { ids: ids.toReversed(), operation: 'set_status', value: 'resolved' },
      { ids, operation: 'assign', value: 'me' },
      { ids: ids.toReversed(), operation: 'add_label', value: label },
      { ids: ids.slice(20, 40).toReversed(), operation: 'delete' },
      { ids: ids.slice(30), operation: 'delete' },
    ];
    expect(countStatuses(await Promise.all(operations.map(bulk)))).toEqual({ 200: 5 });
    const { rows } = await sql<{ id: number }>`
      select id from bugs where id = any(${ids}) order by id`.execute(node.db);
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  });
});

describe('a bulk operation is refused', () => {
  it.each<[string, unknown]>([
    ['ids', { operation: 'delete' }],
    ['ids', { ids: null, operation: 'delete' }],
    ['ids', { ids: 1, operation: 'delete' }],
    ['ids', { ids: Array(501).fill(1), operation: 'delete' }],
    ['operation', { ids: [] }],
    ...[null, '', 'close', 1, ['delete']].map((operation): [string, unknown] => [
      'operation',
      { ids: [], operation },
    ]),
    ['body', []],
  ])('for its %s when it is %o', async (field, body) => {
    expectRefused(await bulk(body), field);
  });

  it('for any id that is none', async () => {
    for (const id of notIdValues.slice(1)) {
      expectRefused(await bulk(toJson({ ids: [1, id], operation: 'delete' })), 'ids.1');
    }
  });

  it.each([
    ['set_status', [undefined, null, '', 'fixed', 'high', 1, ['open']]],
    ['set_severity', [undefined, null, '', 'open', 1, {}]],
    ['assign', [undefined, '', 'you', '1', 0, -1, 1.5, 99999999999999999999n, unknownId, true]],
    ['add_label', [...notIdValues, 'me']],
    ['remove_label', [...notIdValues, 'me']],
    ['mark_spam', ['', 'spam', 0, false, {}]],
    ['delete', ['', 'delete', 0, false, []]],
  ])('for a value that %s does not take', async (operation, values) => {
    for (const value of values) expectRefused(await bulk(toJson({ ids: [], operation, value })), 'value');
  });

  it.each([
    [{ ids: [], operation: 'close' }, /^operation: must be one of set_status, .+, mark_spam, delete$/],
    [{ ids: [], operation: 'set_status', value: 'fixed' }, /^value: must be one of open, in_progress, /],
    [{ ids: [], operation: 'assign', value: 'you' }, /^value: must be an id or me or null$/],
    [{ ids: [], operation: 'assign' }, /^value: is required$/],
    [{ ids: [], operation: 'delete', value: 1 }, /^value: must be null$/],
    [{ ids: Array(501).fill(1), operation: 'delete' }, /^ids: must be at most 500 entries$/],
  ])('in clear words', async (body, words) => {
    expect((await bulk(body)).body.detail).toMatch(words);
  });
});
