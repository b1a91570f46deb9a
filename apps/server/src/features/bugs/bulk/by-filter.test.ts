import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { hold, whenBlocked } from '../../../../test/hold.ts';
import { countStatuses, expectNotFound, expectRefused, unknownId } from '../../../../test/samples.ts';
import { list, listedIds } from '../../../../test/search.ts';
import { aLabel, storeBug, storeBugs } from '../../../../test/stored-bugs.ts';

const node = await startService({ DEFAULT_PLAN: 'unlimited' });
const ada = await aPerson(node);
const stranger = await aPerson(node);
const path = '/api/v1/bugs-admin';

const bulk = (body: object) =>
  ada.api.post(`${path}/bulk`, { operation: 'set_status', value: 'closed', ...body });
const open = (project: { id: number }) => ({ project_id: project.id, status: 'open' });

/** A project with this many open bugs. */
async function aFilledProject(count: number) {
  const project = await aProject(ada);
  return { project, ids: await storeBugs(node, project, count) };
}

describe('a bulk operation by filter', () => {
  it('changes every bug that matches, and no other', async () => {
    const { project, ids } = await aFilledProject(600);
    const [resolved = 0] = ids;
    await ada.api.patch(`${path}/${resolved}`, { status: 'resolved' });
    const { total } = await list(ada.api, open(project));
    const { status, body } = await bulk({ filter: open(project), expected_total: total });
    expect([status, body]).toEqual([200, { affected: 599, batch_id: expect.any(Number) }]);
    expect((await list(ada.api, { project_id: project.id, status: 'closed' })).total).toBe(599);
    expect(await listedIds(ada.api, { project_id: project.id, status: 'resolved' })).toEqual([resolved]);
  });

  it('leaves exceptions alone, which count in the total, and ignores those that do not match', async () => {
    const { project, ids } = await aFilledProject(5);
    const except = [...ids.slice(0, 2), unknownId, await storeBug(node, await aProject(stranger))];
    const { body } = await bulk({ filter: open(project), expected_total: 5, except });
    expect(body.affected).toBe(3);
    expect(await listedIds(ada.api, open(project))).toEqual(ids.slice(0, 2).reverse());
  });

  it('knows every operation', async () => {
    const { project } = await aFilledProject(4);
    const within = { filter: { project_id: project.id }, expected_total: 4 };
    const label = await aLabel(ada, 'many');
    const operations = [
      { operation: 'set_severity', value: 'low' },
      { operation: 'assign', value: 'me' },
      { operation: 'add_label', value: label },
      { operation: 'remove_label', value: label },
      { operation: 'mark_spam', value: null },
      { operation: 'delete', value: null },
    ];
    for (const each of operations) {
      expect((await bulk({ ...within, ...each })).body).toMatchObject({ affected: 4 });
    }
    expect((await list(ada.api, { project_id: project.id })).total).toBe(0);
  });

  it('takes an empty filter for all bugs of all teams of the user, and nothing of others', async () => {
    const own = await aPerson(node);
    const teamId = (await own.api.post('/api/v1/teams', { name: 'Second' })).body.id;
    const [project, second] = [await aProject(own), await aProject(own, { team_id: teamId })];
    await storeBugs(node, project, 2);
    await storeBugs(node, second, 3);
    const before = await listedIds(ada.api, { status: 'spam' });
    const body = { filter: {}, expected_total: 5, operation: 'mark_spam' };
    expect((await own.api.post(`${path}/bulk`, body)).body).toMatchObject({ affected: 5 });
    expect(await listedIds(ada.api, { status: 'spam' })).toEqual(before);
  });

  it('takes a search', async () => {
    const project = await aProject(ada);
    const needle = await aBug(node, project, { title: 'Needle' });
    await aBug(node, project, { title: 'Hay' });
    const filter = { project_id: project.id, search: 'needle' };
    expect((await bulk({ filter, expected_total: 1 })).body).toMatchObject({ affected: 1 });
    expect(await listedIds(ada.api, { project_id: project.id, status: 'closed' })).toEqual([needle]);
  });

  it('changes nothing when another number matches, and says which', async () => {
    const { project } = await aFilledProject(3);
    for (const expected_total of [0, 2, 4]) {
      const { status, body } = await bulk({ filter: open(project), expected_total });
      expect([status, body]).toEqual([409, { detail: expect.any(String), total: 3 }]);
    }
    expect((await list(ada.api, open(project))).total).toBe(3);
  });

  it('takes 10,000 bugs and no more', async () => {
    const { project } = await aFilledProject(10_001);
    expectRefused(await bulk({ filter: open(project), expected_total: 10_001 }), 'filter');
    expect(await list(ada.api, open(project))).toMatchObject({ total: 10_000, total_capped: true });
    expectRefused(await bulk({ filter: open(project), expected_total: 10_000 }), 'filter');
    await ada.api.delete(`${path}/${(await listedIds(ada.api, open(project)))[0]}`);
    expect((await bulk({ filter: open(project), expected_total: 10_000 })).body).toMatchObject({
      affected: 10_000,
    });
    expect((await list(ada.api, open(project))).total).toBe(0);
  });

  it.each([
    ['ids', {}],
    ['ids', { ids: [], filter: {}, expected_total: 0 }],
    ['expected_total', { filter: {} }],
    ['expected_total', { filter: {}, expected_total: -1 }],
    ['expected_total', { filter: {}, expected_total: '1' }],
    ['except', { ids: [1], except: [2] }],
    ['except.0', { filter: {}, expected_total: 1, except: ['1'] }],
    ['filter.colour', { filter: { colour: 'red' }, expected_total: 1 }],
    ['filter.limit', { filter: { limit: 5 }, expected_total: 1 }],
    ['filter.status', { filter: { status: 'done' }, expected_total: 1 }],
    ['filter', { filter: null, expected_total: 1 }],
  ])('refuses what is wrong with %s: %j', async (field, body) => {
    expectRefused(await bulk(body), field);
  });

  it('does not find what is of others', async () => {
    const theirs = await aProject(stranger);
    expectNotFound(await bulk({ filter: { project_id: theirs.id }, expected_total: 0 }));
    expectNotFound(await bulk({ filter: { team_id: stranger.teamId }, expected_total: 0 }));
  });
});

describe('what happens at the same time', () => {
  /** Changes bugs in a transaction that ends after the bulk operation has selected them and waits for their locks. */
  async function whileWaiting(change: ReturnType<typeof sql>, body: object) {
    const commit = await hold(node, (trx) => change.execute(trx));
    const answer = bulk(body);
    await whenBlocked(node);
    await commit();
    return answer;
  }

  it('does not reach bugs that no longer match: their number is told', async () => {
    const { project, ids } = await aFilledProject(3);
    const resolve = sql`update bugs set status = 'resolved' where id = ${ids[1]}`;
    const { status, body } = await whileWaiting(resolve, { filter: open(project), expected_total: 3 });
    expect([status, body]).toEqual([409, { detail: expect.any(String), total: 2 }]);
    expect((await list(ada.api, open(project))).total).toBe(2);
  });

  it('looks again when one has gone and another one has come', async () => {
    const { project, ids } = await aFilledProject(3);
    const other = await storeBug(node, project);
    await ada.api.patch(`${path}/${other}`, { status: 'spam' });
    const swap = sql`
      update bugs set status = case id when ${other} then 'open' else 'spam' end where id in (${ids[1]}, ${other})`;
    const { status, body } = await whileWaiting(swap, { filter: open(project), expected_total: 3 });
    expect([status, body.affected]).toEqual([200, 3]);
    const closed = await listedIds(ada.api, { project_id: project.id, status: 'closed' });
    expect(closed).toEqual([other, ids[2], ids[0]]);
    expect(await listedIds(ada.api, { project_id: project.id, status: 'spam' })).toEqual([ids[1]]);
  });

  it('is not touched when it arrives later', async () => {
    const { project, ids } = await aFilledProject(3);
    const commit = await hold(node, (trx) =>
      sql`update bugs set title = 'x' where id = ${ids[0]}`.execute(trx),
    );
    const answer = bulk({ filter: open(project), expected_total: 3 });
    await whenBlocked(node);
    const late = await storeBug(node, project);
    await commit();
    expect((await answer).body.affected).toBe(3);
    expect(await listedIds(ada.api, open(project))).toEqual([late]);
  });

  it('is one after the other: of many who see the same total, one changes the bugs', async () => {
    const bob = await aColleague(node, ada);
    const { project } = await aFilledProject(50);
    const body = { filter: open(project), expected_total: 50, operation: 'mark_spam' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? ada : bob).api.post(`${path}/bulk`, body)),
    );
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 7 });
  });
});
