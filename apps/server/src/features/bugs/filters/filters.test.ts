import type { BugFilters } from '@skep/vocabulary';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { rewriteBugs } from '../../../../test/rewrite.ts';
import { bees, expectNotFound, expectRefused, unknownId } from '../../../../test/samples.ts';
import { listedIds } from '../../../../test/search.ts';
import { aLabel, storeBug } from '../../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node);
const stranger = await aPerson(node);
const path = '/api/v1/bugs-admin';
const project = await aProject(ada);

const count = (filters: unknown) => ada.api.post(`${path}/counts`, { filters });
const query = (given: Record<string, string>) => `${path}?${new URLSearchParams(given)}`;

describe('the reporter', async () => {
  const mail = await aBug(node, project, { reporter_email: 'Jane.Doe@Example.com' });
  const identifier = await aBug(node, project, { reporter_identifier: 'jane.doe@example.COM' });
  await aBug(node, project, { reporter_email: 'jane.doe@example.com.au', reporter_identifier: '%' });
  const umlaut = await aBug(node, project, { reporter_identifier: 'Ärger K' });
  const long = await aBug(node, project, { reporter_identifier: bees(1000) });

  it.each([
    ['jane.doe@example.com', [identifier, mail]],
    ['JANE.DOE@EXAMPLE.COM', [identifier, mail]],
    ['jane.doe@example', []],
    ['jane%', []],
    ['Ärger k', [umlaut]],
    ['ärger k', []],
    // The Kelvin sign is a different letter.
    ['Ärger \u212a', []],
    [bees(1000), [long]],
  ])('is found by all of %j', async (reporter, ids) => {
    expect(await listedIds(ada.api, { project_id: project.id, reporter })).toEqual(ids);
  });
});

describe('environment and version', async () => {
  const own = await aProject(ada);
  const [first, second] = [
    await aBug(node, own, { environment: 'production', app_version: '1.0' }),
    await aBug(node, own, { environment: 'Production', app_version: bees(1000) }),
  ];
  await aBug(node, own);

  it.each([
    [{ environment: 'production' }, [first]],
    [{ environment: 'Production' }, [second]],
    [{ environment: ' production' }, []],
    [{ app_version: '1.0' }, [first]],
    [{ app_version: '1' }, []],
    [{ app_version: bees(1000) }, [second]],
    [{ app_version: '1.0', environment: 'Production' }, []],
  ])('are compared exactly: %j', async (given, ids) => {
    expect(await listedIds(ada.api, { project_id: own.id, ...given })).toEqual(ids);
  });
});

describe('times', async () => {
  const own = await aProject(ada);
  const ids: number[] = [];
  for (const time of ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z', '2026-03-01T12:34:56.789Z']) {
    const id = await storeBug(node, own);
    await rewriteBugs(node.db, sql`created_at = ${time}`, sql`id = ${id}`);
    ids.push(id);
  }
  const [before, midnight, noon] = ids as [number, number, number];

  it.each<[BugFilters, number[]]>([
    [{ created_after: '2026-03-01' }, [noon, midnight]],
    [{ created_before: '2026-03-01' }, [before]],
    [{ created_after: '2026-03-01T00:00:00Z' }, [noon, midnight]],
    [{ created_after: '2026-03-01T00:00:00.001Z' }, [noon]],
    [{ created_after: '2026-03-01T00:00:00.0001Z' }, [noon]],
    [{ created_before: '2026-03-01T00:00:00.0001Z' }, [midnight, before]],
    [{ created_after: '2026-03-01T02:00+02:00' }, [noon, midnight]],
    [{ created_after: '2026-02-28T19:00:00-0500' }, [noon, midnight]],
    [{ created_before: '2026-03-01T05:30:00+05:30' }, [before]],
    [{ created_after: '2026-02-28', created_before: '2026-03-01T12:34:56.789Z' }, [midnight, before]],
    [{ created_after: '2026-03-01', created_before: '2026-02-01' }, []],
    [{ created_after: '0000-01-01' }, [noon, midnight, before]],
    [{ created_before: '9999-12-31T23:59:59-23:59' }, [noon, midnight, before]],
  ])('%j', async (given, expected) => {
    expect(await listedIds(ada.api, { project_id: own.id, ...given })).toEqual(expected);
    const { body } = await count([{ project_id: own.id, ...given }]);
    expect(body).toEqual({ counts: [{ total: expected.length }] });
  });

  it.each([
    '',
    'yesterday',
    '2026-02-29',
    '2026-13-01',
    '2026-3-1',
    '20260301',
    '2026-03-01T12:00:00',
    '2026-03-01T24:00:00Z',
    '2026-03-01T12:60Z',
    '2026-03-01T12:00:00Z ',
    '2026-03-01T12:00:00 02:00',
    '+012026-03-01',
    '1772366400000',
  ])('%j is none', async (text) => {
    expectRefused(await ada.api.get(query({ created_after: text })), 'created_after');
    expectRefused(await count([{ created_before: text }]), 'filters.0.created_before');
  });
});

describe('duplicates and teams', async () => {
  const own = await aProject(ada);
  const [target, first, second, other] = [
    await storeBug(node, own),
    await storeBug(node, own),
    await storeBug(node, own),
    await storeBug(node, own),
  ];
  await ada.api.post(`${path}/${first}/duplicate-of/${target}`);
  await ada.api.post(`${path}/${second}/duplicate-of/${target}`);
  const within = { project_id: own.id };

  it.each([
    [target, [second, first]],
    [first, []],
    ['any', [second, first]],
    ['none', [other, target]],
  ])('finds duplicates of %s', async (duplicate_of_id, ids) => {
    expect(await listedIds(ada.api, { ...within, duplicate_of_id })).toEqual(ids);
  });

  it('finds the bugs of one team, and nothing of it in another', async () => {
    const teamId = (await ada.api.post('/api/v1/teams', { name: 'Second' })).body.id;
    const elsewhere = await storeBug(node, await aProject(ada, { team_id: teamId }));
    expect(await listedIds(ada.api, { team_id: teamId })).toEqual([elsewhere]);
    expect(await listedIds(ada.api, { team_id: ada.teamId })).not.toContain(elsewhere);
    for (const further of [within, { duplicate_of_id: target }, { label_id: await aLabel(ada, 'here') }]) {
      expect(await listedIds(ada.api, { team_id: teamId, ...further })).toEqual([]);
    }
  });

  it('does not find what is unknown or of others', async () => {
    const theirs = await storeBug(node, await aProject(stranger));
    for (const [name, id] of [
      ['team_id', unknownId],
      ['team_id', stranger.teamId],
      ['duplicate_of_id', unknownId],
      ['duplicate_of_id', theirs],
    ] as const) {
      expectNotFound(await ada.api.get(`${path}?${name}=${id}`));
      expectNotFound(await ada.api.get(`${path}/export.csv?${name}=${id}`));
      expectNotFound(await count([{}, { [name]: id }]));
    }
  });
});

describe('parameters', () => {
  it.each([
    ['team_id', '0'],
    ['team_id', 'x'],
    ['duplicate_of_id', '0'],
    ['duplicate_of_id', 'me'],
    ['duplicate_of_id', '9007199254740992'],
    ['reporter', ''],
    ['reporter', 'x'.repeat(1001)],
    ['environment', ''],
    ['environment', 'a\0'],
    ['app_version', 'x'.repeat(1001)],
    ['before_id', '0'],
    ['before_id', '-5'],
    ['before_id', 'x'],
  ])('cannot be %s=%s', async (name, value) => {
    expectRefused(await ada.api.get(query({ [name]: value })), name);
  });

  it('cannot be both a place and an offset', async () => {
    expectRefused(await ada.api.get(query({ before_id: '5', offset: '0' })), 'before_id');
    const { status, body } = await ada.api.get(query({ before_id: String(unknownId) }));
    expect([status, body.offset, body.limit]).toEqual([200, 0, 50]);
  });
});

describe('as JSON', () => {
  it.each([
    [{}],
    [{ status: 'open' }],
    [{ status: ['open', 'spam', 'open'], severity: [] }],
    [{ label_id: [], assignee_id: 'me', duplicate_of_id: 'none' }],
    [{ search: ' ', reporter: 'x', environment: 'y', app_version: 'z' }],
  ])('can be %j', async (filters) => {
    expect((await count([filters])).status).toBe(200);
  });

  it.each([
    ['filters.0.project_id', { project_id: '1' }],
    ['filters.0.assignee_id', { assignee_id: '1' }],
    ['filters.0.assignee_id', { assignee_id: null }],
    ['filters.0.label_id.0', { label_id: ['1'] }],
    ['filters.0.label_id', { label_id: Array(21).fill(1) }],
    ['filters.0.status', { status: 'done' }],
    ['filters.0.status', { status: ['open', 'done'] }],
    ['filters.0.status', { status: null }],
    ['filters.0.duplicate_of_id', { duplicate_of_id: 'me' }],
    ['filters.0.project', { project: 1 }],
    ['filters.0.q', { q: 'x' }],
    ['filters.0.limit', { limit: 1 }],
    ['filters.0', 'status=open'],
  ])('%s cannot be %j', async (field, filters) => {
    expectRefused(await count([filters]), field);
  });

  it('are 1 to 50', async () => {
    expectRefused(await count([]), 'filters');
    expectRefused(await count({}), 'filters');
    expectRefused(await count(undefined), 'filters');
    expectRefused(await count(Array(51).fill({})), 'filters');
    const { body } = await count(Array(50).fill({ search: 'nowhere' }));
    expect(body.counts).toEqual(Array(50).fill({ total: 0 }));
  });
});
