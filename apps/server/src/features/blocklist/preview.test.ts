import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { bees, expectNotFound, expectRefused, notIds, timestamp, unknownId } from '../../../test/samples.ts';

const node = await startService();
const { db } = node;

interface Place {
  person: Person;
  projectId: number;
}

async function aPlace(person?: Person): Promise<Place> {
  const owner = person ?? (await aPerson(node));
  return { person: owner, projectId: (await aProject(owner)).id };
}

/** Stores reports, oldest first, and returns their ids. */
async function store({ person, projectId }: Place, reports: Record<string, unknown>[]): Promise<number[]> {
  const now = new Date();
  const { rows: ids } = await sql<{ id: number }>`
    select nextval('bug_ids') as id from generate_series(1, ${reports.length}::integer)`.execute(db);
  const rows = reports.map((report, index) => ({
    title: 'Checkout button does nothing',
    description: 'I press "Pay" and nothing happens.',
    severity: 'medium' as const,
    ...report,
    id: ids[index]?.id ?? 0,
    project_id: projectId,
    team_id: person.teamId,
    created_at: now,
    updated_at: now,
  }));
  await db.insertInto('bugs').values(rows).execute();
  return rows.map(({ id }) => id);
}

const preview = ({ person, projectId }: Place, kind: unknown, value: unknown) =>
  person.api.post(`/api/v1/projects/${projectId}/blocklist/preview`, { kind, value });

const idsOf = ({ sample }: { sample: { id: number }[] }) => sample.map(({ id }) => id);

describe('a preview', () => {
  it.each([
    ['keyword', 'casino', { title: 'Best CASINO' }, { user_agent: 'casino' }],
    ['keyword', 'casino', { description: 'Best CASINO' }, { reporter_email: 'a@casino.example' }],
    ['user_agent', 'badbot/', { user_agent: 'Mozilla (BadBot/1.0)' }, { title: 'BadBot/1.0' }],
    ['email', 'A@example.com', { reporter_email: 'a@EXAMPLE.com' }, { reporter_email: 'b@example.com' }],
    ['email', '@example.com', { reporter_email: 'a@EXAMPLE.com' }, { reporter_email: 'b@x.example.com' }],
  ])('of %s %j counts what it would have dropped', async (kind, value, matching, other) => {
    const place = await aPlace();
    const [first, , second] = await store(place, [matching, other, matching]);
    const answer = await preview(place, kind, value);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ matched: 2, checked: 3 });
    expect(idsOf(answer.body)).toEqual([second, first]);
  });

  it('of ip has nothing to check, for client addresses are not kept', async () => {
    const place = await aPlace();
    await store(place, [{}]);
    const answer = await preview(place, 'ip', '0.0.0.0/0');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ matched: 0, checked: 0, sample: [] });
  });

  it('of an empty project finds nothing', async () => {
    expect((await preview(await aPlace(), 'keyword', 'a')).body).toEqual({
      matched: 0,
      checked: 0,
      sample: [],
    });
  });

  it('adds no rule and drops no report', async () => {
    const place = await aPlace();
    await store(place, [{}]);
    for (let round = 0; round < 2; round++)
      expect((await preview(place, 'keyword', 'pay')).body).toMatchObject({ matched: 1, checked: 1 });
    const rules = await place.person.api.get(`/api/v1/projects/${place.projectId}/blocklist`);
    expect(rules.body.total).toBe(0);
  });

  it('looks into its own project alone, whatever became of its reports', async () => {
    const place = await aPlace();
    await store(await aPlace(place.person), [{}]);
    await store(place, [{ status: 'spam' }, { status: 'resolved' }]);
    expect((await preview(place, 'keyword', 'pay')).body).toMatchObject({ matched: 2, checked: 2 });
  });
});

describe('of many reports', () => {
  it('the last 1,000 are checked, and the newest 20 that match are shown', async () => {
    const place = await aPlace();
    const reports = Array.from({ length: 1001 }, (_, n) => ({ title: n % 2 ? 'Casino' : 'Poker' }));
    const ids = await store(place, reports);
    const { body } = await preview(place, 'keyword', 'casino');
    expect(body).toMatchObject({ matched: 500, checked: 1000 });
    const newest = ids.filter((_, n) => n % 2 === 1).reverse();
    expect(idsOf(body)).toEqual(newest.slice(0, 20));
    expect((await preview(place, 'keyword', 'poker')).body).toMatchObject({ matched: 500, checked: 1000 });
  });

  it.each([99, 100, 101, 1000])('all %s are checked', async (count) => {
    const place = await aPlace();
    await store(
      place,
      Array.from({ length: count }, () => ({})),
    );
    expect((await preview(place, 'keyword', 'pay')).body).toMatchObject({ matched: count, checked: count });
  });
});

describe('the sample', () => {
  it('holds list items: bugs without their long texts', async () => {
    const place = await aPlace();
    const { person, projectId } = place;
    const long = { description: `${bees(200)} and more`, stack_trace: 'at main', extra: '{"cart":3}' };
    const [id] = await store(place, [{ ...long, url: 'https://shop.example.com/', assignee_id: person.id }]);
    const me = (await person.api.get('/api/v1/me')).body;
    const { body } = await preview(place, 'keyword', 'AND MORE');
    expect(body.sample).toEqual([
      {
        id,
        project_id: projectId,
        title: 'Checkout button does nothing',
        status: 'open',
        severity: 'medium',
        environment: null,
        app_version: null,
        url: 'https://shop.example.com/',
        user_agent: null,
        browser: null,
        os: null,
        reporter_email: null,
        reporter_identifier: null,
        assignee_id: person.id,
        assignee: { id: person.id, name: me.name, email: me.email },
        labels: [],
        duplicate_of_id: null,
        attachments: [],
        comment_count: 0,
        revision: 1,
        created_at: timestamp,
        updated_at: timestamp,
        excerpt: bees(200),
      },
    ]);
  });
});

describe('a rule that cannot be tried', () => {
  it.each([
    ['kind', 'url', 'casino'],
    ['kind', undefined, 'casino'],
    ['value', 'keyword', undefined],
    ['value', 'keyword', ' '],
    ['value', 'keyword', bees(501)],
    ['value', 'email', 'example.com'],
    ['value', 'ip', '10.0.0.0/33'],
  ])('has a bad %s: %s %j', async (field, kind, value) => {
    expectRefused(await preview(await aPlace(), kind, value), field);
  });

  it.each([...notIds, unknownId])('is one of project %s', async (projectId) => {
    const { person } = await aPlace();
    const path = `/api/v1/projects/${projectId}/blocklist/preview`;
    for (const kind of ['keyword', 'ip'])
      expectNotFound(await person.api.post(path, { kind, value: '10.0.0.1' }));
  });

  it("is one of somebody else's project", async () => {
    const { projectId } = await aPlace();
    const { person } = await aPlace();
    for (const kind of ['keyword', 'ip'])
      expectNotFound(await preview({ person, projectId }, kind, '10.0.0.1'));
  });
});
