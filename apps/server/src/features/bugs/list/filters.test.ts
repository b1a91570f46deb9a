import { severities, statuses } from '@skep/vocabulary';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aColleague, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { rewriteBugs } from '../../../../test/rewrite.ts';
import { expectNotFound, expectRefused, unknownId } from '../../../../test/samples.ts';
import { list, listedIds } from '../../../../test/search.ts';
import { aLabel, storeBug, storeBugs } from '../../../../test/stored-bugs.ts';

const node = await startService();
const { db } = node;
const ada = await aPerson(node);
const bob = await aColleague(node, ada);
const stranger = await aPerson(node);
const path = '/api/v1/bugs-admin';

const website = await aProject(ada);
const shop = await aProject(ada, { name: 'Shop' });
const otherTeam = (await ada.api.post('/api/v1/teams', { name: 'Others' })).body;
const elsewhere = await aProject(ada, { team_id: otherTeam.id });
const [ui, slow, rare] = [await aLabel(ada, 'ui'), await aLabel(ada, 'slow'), await aLabel(ada, 'rare')];
const otherLabel = await aLabel({ ...ada, teamId: otherTeam.id }, 'ui');

interface Row {
  id: number;
  project_id: number;
  status: string;
  severity: string;
  assignee_id: number | null;
  labels: number[];
}

/** Stores varied bugs. A hash of the id selects the values, so that there is no regular order. */
async function storeVariety(): Promise<Row[]> {
  for (let round = 0; round < 24; round++) {
    for (const project of [website, shop, elsewhere]) await storeBugs(node, project, 1);
  }
  await rewriteBugs(
    db,
    sql`
      status = (${statuses}::text[])[1 + abs(hashint8(id)) % 6],
      severity = (${severities}::text[])[1 + abs(hashint8(id + 1000)) % 4],
      assignee_id = (array[null, null, ${ada.id}, ${bob.id}]::bigint[])[1 + abs(hashint8(id + 2000)) % 4]`,
  );
  await rewriteBugs(
    db,
    sql`assignee_id = ${ada.id}`,
    sql`project_id = ${elsewhere.id} and assignee_id is not null`,
  );
  await sql`
    insert into bug_labels (team_id, bug_id, label_id)
    select bugs.team_id, bugs.id, labels.id from bugs join labels on labels.team_id = bugs.team_id
    where abs(hashint8(bugs.id * 31 + labels.id)) % 5 < case labels.name when 'rare' then 1 else 3 end`.execute(
    db,
  );
  const { rows } = await sql<Row>`
    select id, project_id, status, severity, assignee_id,
      array(select label_id from bug_labels where bug_id = bugs.id) as labels
    from bugs order by id desc`.execute(db);
  return rows;
}

const bugs = await storeVariety();

interface Query {
  project_id?: number;
  status?: string;
  severity?: string;
  assignee_id?: number | 'me' | 'none';
  label_id?: number[];
}

function matches(bug: Row, { project_id, status, severity, assignee_id, label_id = [] }: Query): boolean {
  const assignee = assignee_id === 'me' ? ada.id : assignee_id === 'none' ? null : assignee_id;
  return (
    (project_id === undefined || bug.project_id === project_id) &&
    (status === undefined || bug.status === status) &&
    (severity === undefined || bug.severity === severity) &&
    (assignee === undefined || bug.assignee_id === assignee) &&
    label_id.every((id) => bug.labels.includes(id))
  );
}

/** The Cartesian product of the choices. Undefined values are omitted from the query. */
function combinations(choices: { [K in keyof Query]: (Query[K] | undefined)[] }): Query[] {
  return Object.entries(choices).reduce<Query[]>(
    (queries, [name, values]) =>
      queries.flatMap((query) =>
        values.map((value) => (value === undefined ? query : { ...query, [name]: value })),
      ),
    [{}],
  );
}

async function expectFiltered(query: Query): Promise<void> {
  const expected = bugs.filter((bug) => matches(bug, query)).map(({ id }) => id);
  const { items, total } = await list(ada.api, { ...query, limit: 10 });
  expect({ query, ids: items.map(({ id }) => id), total }).toEqual({
    query,
    ids: expected.slice(0, 10),
    total: expected.length,
  });
}

describe('filters', () => {
  it.each([...statuses])('find the bugs with status %s', (status) => expectFiltered({ status }));

  it.each([...severities])('find the bugs with severity %s', (severity) => expectFiltered({ severity }));

  it('find bugs that meet all of them, and count them', async () => {
    const queries = combinations({
      project_id: [undefined, website.id, elsewhere.id],
      status: [undefined, 'open', 'spam'],
      severity: [undefined, 'high'],
      assignee_id: [undefined, 'me', 'none', bob.id],
      label_id: [undefined, [ui], [slow, ui]],
    });
    await Promise.all(queries.map(expectFiltered));
  });

  it('take a label that is given twice as one', () => expectFiltered({ label_id: [ui, ui] }));

  it('take many labels', async () => {
    await expectFiltered({ label_id: [ui, slow, rare] });
    const body = await list(ada.api, { label_id: [ui, otherLabel] });
    expect(body).toMatchObject({ items: [], total: 0 });
  });

  it('find each person the bugs that are their own with assignee_id=me', async () => {
    const expected = bugs.filter(({ assignee_id }) => assignee_id === bob.id).map(({ id }) => id);
    expect(await listedIds(bob.api, { assignee_id: 'me', limit: 200 })).toEqual(expected);
  });

  it('find nothing rather than fail for somebody without a team', async () => {
    const { api, teamId, id } = await aPerson(node);
    await db.deleteFrom('memberships').where('user_id', '=', id).where('team_id', '=', teamId).execute();
    expect(await list(api, { assignee_id: 'me', status: 'open' })).toMatchObject({ items: [], total: 0 });
  });

  it('page through what they leave', async () => {
    const query = { status: 'open', label_id: [ui] };
    const expected = bugs.filter((bug) => matches(bug, query)).map(({ id }) => id);
    const pages = [0, 3, 6].map((offset) => listedIds(ada.api, { ...query, limit: 3, offset }));
    expect((await Promise.all(pages)).flat()).toEqual(expected.slice(0, 9));
  });
});

describe('filters that name what is not there', () => {
  it.each(['project_id', 'label_id', 'assignee_id'])('are not found: an unknown %s', async (name) => {
    expectNotFound(await ada.api.get(`${path}?${name}=${unknownId}`));
  });

  it("are not found: others' projects, labels and people", async () => {
    const theirs = await aProject(stranger);
    const label = await aLabel(stranger, 'ui');
    await storeBug(node, theirs);
    expectNotFound(await ada.api.get(`${path}?project_id=${theirs.id}`));
    expectNotFound(await ada.api.get(`${path}?label_id=${label}`));
    expectNotFound(await ada.api.get(`${path}?label_id=${ui}&label_id=${label}`));
    expectNotFound(await ada.api.get(`${path}?assignee_id=${stranger.id}`));
  });
});

describe('filters that make no sense', () => {
  it.each([
    ['project_id', '0'],
    ['project_id', 'abc'],
    ['project_id', '9007199254740992'],
    ['status', 'done'],
    ['status', ''],
    ['severity', 'HIGH'],
    ['assignee_id', '0'],
    ['assignee_id', 'nobody'],
    ['assignee_id', '9007199254740992'],
    ['assignee_id', '99999999999999999999'],
    ['assignee_id', ''],
    ['search', '%00'],
    ['search', 'x'.repeat(501)],
  ])('are refused: %s=%s', async (field, value) => {
    expectRefused(await ada.api.get(`${path}?${field.replace('.0', '')}=${value}`), field);
  });

  it('are refused: a label that is no id, and more than 20 labels', async () => {
    expect((await ada.api.get(`${path}?label_id=${ui}&label_id=x`)).status).toBe(422);
    const labels = (count: number) => Array.from({ length: count }, () => `label_id=${ui}`).join('&');
    expect((await ada.api.get(`${path}?${labels(20)}`)).status).toBe(200);
    expectRefused(await ada.api.get(`${path}?${labels(21)}`), 'label_id');
  });

  it('are refused: one that is given twice', async () => {
    expectRefused(await ada.api.get(`${path}?assignee_id=me&assignee_id=none`), 'assignee_id');
    expectRefused(await ada.api.get(`${path}?search=a&search=b`), 'search');
  });
});
