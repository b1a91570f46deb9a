import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import {
  expectNoContent,
  expectNotFound,
  expectRefused,
  timestamp,
  unknownId,
} from '../../../test/samples.ts';
import { version } from '../../version.ts';

const node = await startService();
const operator = await aPerson(node, { name: 'Olga Operator', team_name: 'Keepers' });
await node.db.updateTable('users').set({ is_operator: true }).where('id', '=', operator.id).execute();
const at = (path: string) => `/api/v1/operator${path}`;
const month = new Date().toISOString().slice(0, 7);

describe("the operator's door", () => {
  it('is shut to everybody else, and opens and shuts at once', async () => {
    const person = await aPerson(node);
    const { body: document } = await node.anyone.get('/openapi.json');
    const routes = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      path.startsWith('/api/v1/operator') ? Object.keys(methods).map((method) => ({ method, path })) : [],
    );
    expect(routes.length).toBeGreaterThanOrEqual(9);
    for (const { method, path } of routes) {
      const [verb, url] = [method.toUpperCase(), path.replace(/\{\w+\}/, '1')];
      expectNotFound(await person.api.request(verb, url));
      expect((await node.anyone.request(verb, url)).status).toBe(401);
    }
    const setOperator = (is_operator: boolean) =>
      node.db.updateTable('users').set({ is_operator }).where('id', '=', person.id).execute();
    expect((await person.api.get('/api/v1/me')).body.is_operator).toBe(false);
    await setOperator(true);
    expect((await person.api.get('/api/v1/me')).body.is_operator).toBe(true);
    expect((await person.api.get(at('/overview'))).status).toBe(200);
    await setOperator(false);
    expectNotFound(await person.api.get(at('/overview')));
  });
});

describe('the overview', () => {
  it('tells the version, totals, the month and how everything is getting on', async () => {
    const project = await aProject(operator);
    await aBug(node, project);
    const { status, body } = await operator.api.get(at('/overview'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ version, default_plan: 'free', signup: 'open', jobs_given_up: 0 });
    expect(body.totals.teams).toBeGreaterThanOrEqual(1);
    expect(body.usage).toMatchObject({ month, stored: expect.any(Number) });
    expect(body.usage.stored).toBeGreaterThanOrEqual(1);
    for (const flow of ['dispatcher', 'deliveries', 'index', 'mail', 'jobs'])
      expect(body.health[flow]).toEqual({
        waiting: expect.any(Number),
        lag_seconds: expect.any(Number),
        is_late: false,
      });
    expect(body.loops.map(({ name }: { name: string }) => name)).toContain('jobs');
  });

  it('shows what waits for longer than a minute', async () => {
    const { id } = await node.db
      .insertInto('jobs')
      .values({ kind: 'send-nothing', run_at: sql`now() - interval '5 minutes'` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { health } = (await operator.api.get(at('/overview'))).body;
    for (const flow of [health.mail, health.jobs]) {
      expect(flow.is_late).toBe(true);
      expect(flow.lag_seconds).toBeGreaterThanOrEqual(300);
    }
    await node.db.deleteFrom('jobs').where('id', '=', id).execute();
  });
});

describe('teams', () => {
  it('are listed with what they use, and found by a part of name or slug', async () => {
    const person = await aPerson(node, { team_name: '100% Wasps' });
    await aColleague(node, person);
    const project = await aProject(person, { name: 'Nest' });
    await aBug(node, project);
    const found = await operator.api.get(at('/teams?search=100%25%20wAsP'));
    expect(found.status).toBe(200);
    expect(found.body).toMatchObject({ total: 1, limit: 50, offset: 0 });
    const usage = { month, stored: 1, dropped_quota: 0, dropped_blocklist: 0 };
    const team = {
      id: person.teamId,
      name: '100% Wasps',
      slug: '100-wasps',
      plan: 'free',
      cap: 100,
      created_at: timestamp,
      member_count: 2,
      project_count: 1,
      usage,
    };
    expect(found.body.items).toEqual([team]);
    const all = (await operator.api.get(at('/teams?limit=1&offset=1'))).body;
    expect(all.items).toHaveLength(1);
    expect(all.total).toBeGreaterThan(1);
    const detail = (await operator.api.get(at(`/teams/${person.teamId}`))).body;
    expect(detail).toMatchObject({
      ...team,
      projects: [{ id: project.id, name: 'Nest', reports_per_minute: 60, usage }],
    });
    expect(detail.members).toHaveLength(2);
    expect(JSON.stringify(detail)).not.toContain('sk_');
  });

  it('get another plan, and their projects another cap, which hold at once', async () => {
    const person = await aPerson(node);
    const project = await aProject(person);
    const changed = await operator.api.patch(at(`/teams/${person.teamId}`), { plan: 'unlimited' });
    expect(changed.body).toMatchObject({ id: person.teamId, plan: 'unlimited', cap: null });
    expect((await person.api.get(`/api/v1/projects/${project.id}`)).body.usage.cap).toBeNull();
    const capped = await operator.api.patch(at(`/projects/${project.id}`), { reports_per_minute: 1 });
    expect(capped.body).toMatchObject({ id: project.id, team_id: person.teamId, reports_per_minute: 1 });
    await aBug(node, project);
    await expect(aBug(node, project)).rejects.toThrow('1 per minute');
    expectRefused(await operator.api.patch(at(`/teams/${person.teamId}`), { plan: 'gold' }), 'plan');
    expectRefused(
      await operator.api.patch(at(`/projects/${project.id}`), { reports_per_minute: 0 }),
      'reports_per_minute',
    );
    expectNotFound(await operator.api.patch(at(`/teams/${unknownId}`), { plan: 'free' }));
    expectNotFound(await operator.api.patch(at(`/projects/${unknownId}`), { reports_per_minute: 1 }));
  });
});

describe('users', () => {
  it('are listed with their teams, and found by a part of name or address', async () => {
    const found = await operator.api.get(at('/users?search=olga%20op'));
    expect(found.body).toEqual({
      items: [
        {
          id: operator.id,
          email: operator.email,
          name: 'Olga Operator',
          email_verified: false,
          is_operator: true,
          created_at: timestamp,
          teams: [{ id: operator.teamId, name: 'Keepers', slug: 'keepers' }],
        },
      ],
      total: 1,
      limit: 50,
      offset: 0,
    });
    const byAddress = await operator.api.get(at(`/users?search=${operator.email.toUpperCase()}`));
    expect(byAddress.body.total).toBe(1);
    expect((await operator.api.get(at('/users?search=nobody-at-all'))).body.items).toEqual([]);
  });
});

describe('failed jobs', () => {
  const aJob = async (run_at: 'infinity' | 'tomorrow') =>
    (
      await node.db
        .insertInto('jobs')
        .values({
          kind: 'send-invitation',
          payload: { invitation_id: 0 },
          run_at: sql`${run_at}`,
          attempts: 10,
          last_error: 'No',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;

  it('are listed, and are done after a retry', async () => {
    const [buried, waiting] = [await aJob('infinity'), await aJob('tomorrow')];
    expect((await operator.api.get(at('/jobs'))).body).toEqual({
      items: [
        {
          id: buried,
          kind: 'send-invitation',
          payload: { invitation_id: 0 },
          attempts: 10,
          last_error: 'No',
        },
      ],
      total: 1,
      limit: 50,
      offset: 0,
    });
    expect((await operator.api.get(at('/overview'))).body.jobs_given_up).toBe(1);
    for (const id of [waiting, unknownId]) {
      expectNotFound(await operator.api.post(at(`/jobs/${id}/retry`)));
      expectNotFound(await operator.api.delete(at(`/jobs/${id}`)));
    }
    expectNoContent(await operator.api.post(at(`/jobs/${buried}/retry`)));
    const left = () => node.db.selectFrom('jobs').select('id').where('id', '=', buried).execute();
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    expectNotFound(await operator.api.post(at(`/jobs/${buried}/retry`)));
  });

  it('are tried again all at once, the oldest first, and no others', async () => {
    const waiting = await aJob('tomorrow');
    await sql`insert into jobs (kind, payload, run_at, attempts)
      select 'send-invitation', '{"invitation_id": 0}', 'infinity', 10 from generate_series(1, 1001)`.execute(
      node.db,
    );
    const retryAll = async () => (await operator.api.post(at('/jobs/retry'))).body;
    expect(await retryAll()).toEqual({ affected: 1000, remaining: 1 });
    expect(await retryAll()).toEqual({ affected: 1, remaining: 0 });
    expect(await retryAll()).toEqual({ affected: 0, remaining: 0 });
    const untouched = node.db.selectFrom('jobs').select('attempts').where('id', '=', waiting);
    expect(await untouched.execute()).toEqual([{ attempts: 10 }]);
  });

  it('can be forgotten', async () => {
    const id = await aJob('infinity');
    expectNoContent(await operator.api.delete(at(`/jobs/${id}`)));
    expect((await operator.api.get(at('/jobs'))).body.total).toBe(0);
  });
});
