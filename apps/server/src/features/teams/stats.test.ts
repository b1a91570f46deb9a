import { statsRanges } from '@skep/vocabulary';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { rewriteBugs } from '../../../test/rewrite.ts';

const node = await startService();
const { db } = node;
const ada = await aPerson(node);
const grace = await aPerson(node);
let teamId = 0;
let project: Awaited<ReturnType<typeof aProject>>;

beforeEach(async () => {
  const team = await ada.api.post('/api/v1/teams', { name: 'Bees' });
  teamId = team.body.id;
  project = await aProject(ada, { team_id: teamId });
});

async function aBug(values: { severity?: string; created?: string; resolved?: string } = {}) {
  const { created, resolved, ...report } = values;
  const answer = await aSender(node, project).post('/api/v1/bugs', aReport(report));
  const id: number = answer.body.id;
  if (resolved) await ada.api.patch(`/api/v1/bugs-admin/${id}`, { status: 'resolved' });
  const thisOne = sql`id = ${id}`;
  if (created) await rewriteBugs(db, sql`created_at = ${moment(created)}`, thisOne);
  if (resolved) await rewriteBugs(db, sql`resolved_at = ${moment(resolved)}`, thisOne);
  return id;
}

/** A time relative to the start of today in UTC, such as `-6 days`. */
const moment = (interval: string) =>
  sql`date_trunc('day', now() at time zone 'utc') at time zone 'utc' + ${interval}::interval`;

const stats = async (range = '') => {
  const answer = await ada.api.get(`/api/v1/teams/${teamId}/stats${range && `?range=${range}`}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

const noStatus = { open: 0, in_progress: 0, resolved: 0, closed: 0, wont_fix: 0, spam: 0 };
const noSeverity = { low: 0, medium: 0, high: 0, critical: 0 };

describe("a team's stats", () => {
  it.each([
    ['week', 7],
    ['month', 30],
    ['all', 365],
  ])('of range %s without bugs have every status, severity, project and %i days', async (range, days) => {
    const body = await stats(range);
    expect(body).toMatchObject({ range, total: 0, open_count: 0, median_hours_to_resolve: null });
    expect(body.by_status).toEqual(noStatus);
    expect(body.by_severity).toEqual(noSeverity);
    expect(body.by_project).toEqual([{ project_id: project.id, name: 'Website', count: 0 }]);
    const today = Date.parse(new Date().toISOString().slice(0, 10));
    expect(body.per_day).toEqual(
      Array.from({ length: days }, (_, index) => ({
        date: new Date(today - (days - 1 - index) * 24 * 3600 * 1000).toISOString().slice(0, 10),
        created: 0,
        resolved: 0,
      })),
    );
  });

  it('compare with as many days before', async () => {
    await aBug({ created: '-6 days' });
    await aBug({ created: '-7 days' });
    await aBug({ created: '-13 days 12 hours', resolved: '-13 days 18 hours' });
    await aBug({ created: '-14 days' });
    const { total, previous, per_day } = await stats('week');
    expect([total, previous.total, previous.median_hours_to_resolve]).toEqual([1, 2, 6]);
    expect(previous.per_day).toHaveLength(7);
    expect(previous.per_day[0]).toMatchObject({ created: 1, resolved: 1 });
    expect(previous.per_day[6]).toMatchObject({ created: 1, resolved: 0 });
    expect(previous.per_day[6].date < per_day[0].date).toBe(true);
    expect((await stats('all')).previous).toBeNull();
  });

  it('count what each person has, and what nobody has', async () => {
    const [mine, done] = [await aBug(), await aBug(), await aBug({ created: '-40 days' })];
    for (const id of [mine, done]) await ada.api.patch(`/api/v1/bugs-admin/${id}`, { assignee_id: ada.id });
    await ada.api.patch(`/api/v1/bugs-admin/${done}`, { status: 'closed' });
    await aBug();
    const { by_assignee } = await stats('month');
    expect(by_assignee).toEqual([
      { assignee: { id: ada.id, name: expect.any(String) }, count: 2, open: 1 },
      { assignee: null, count: 1, open: 1 },
    ]);
    const ofAllTime = (await stats('all')).by_assignee;
    expect(ofAllTime[1]).toEqual({ assignee: null, count: 2, open: 2 });
  });

  it('of a team without projects are empty', async () => {
    await ada.api.delete(`/api/v1/projects/${project.id}`);
    expect(await stats()).toMatchObject({ total: 0, by_project: [] });
  });

  it('are those of a month unless asked otherwise', async () => {
    expect(await stats()).toMatchObject({ range: 'month' });
  });

  it('count bugs with the state that they have now', async () => {
    const [first, second] = [await aBug({ severity: 'low' }), await aBug({ severity: 'high' }), await aBug()];
    await ada.api.patch(`/api/v1/bugs-admin/${first}`, { status: 'spam' });
    await ada.api.patch(`/api/v1/bugs-admin/${second}`, { severity: 'critical' });
    const body = await stats('week');
    expect(body).toMatchObject({ total: 3, open_count: 2 });
    expect(body.by_status).toEqual({ ...noStatus, open: 2, spam: 1 });
    expect(body.by_severity).toEqual({ ...noSeverity, low: 1, medium: 1, critical: 1 });
    expect(body.per_day.at(-1)).toMatchObject({ created: 3, resolved: 0 });
  });

  it('list the largest project first', async () => {
    const quiet = project;
    project = await aProject(ada, { team_id: teamId, name: 'App' });
    await aBug();
    expect((await stats('all')).by_project).toEqual([
      { project_id: project.id, name: 'App', count: 1 },
      { project_id: quiet.id, name: 'Website', count: 0 },
    ]);
  });

  it('begin and end with whole days', async () => {
    for (const created of ['-6 days', '-6 days -1 ms', '-29 days', '-29 days -1 ms']) await aBug({ created });
    const [week, month, all] = [await stats('week'), await stats('month'), await stats('all')];
    expect([week.total, month.total, all.total]).toEqual([1, 3, 4]);
    expect(week.per_day[0].created).toBe(1);
    expect(month.per_day[0].created).toBe(1);
    expect(all.per_day.at(-31).created).toBe(1);
  });

  it('of all time count what is older than the days they list', async () => {
    await aBug({ created: '-400 days', resolved: '-370 days' });
    const body = await stats('all');
    expect(body).toMatchObject({ total: 1, median_hours_to_resolve: 720 });
    expect(body.by_project[0].count).toBe(1);
    expect(body.per_day.some((day: { created: number }) => day.created > 0)).toBe(false);
  });

  it('count a bug as resolved on the day when it became so, whenever it was created', async () => {
    const id = await aBug({ created: '-40 days', resolved: '-1 day' });
    const body = await stats('week');
    expect(body).toMatchObject({ total: 0, median_hours_to_resolve: 39 * 24 });
    expect(body.per_day.at(-2)).toMatchObject({ created: 0, resolved: 1 });
    await ada.api.patch(`/api/v1/bugs-admin/${id}`, { status: 'open' });
    const reopened = await stats('week');
    expect(reopened.median_hours_to_resolve).toBeNull();
    expect(reopened.per_day.at(-2).resolved).toBe(0);
  });

  it('leave out what was resolved before the range', async () => {
    await aBug({ created: '-8 days', resolved: '-6 days -1 ms' });
    expect((await stats('week')).median_hours_to_resolve).toBeNull();
    expect((await stats('month')).median_hours_to_resolve).toBe(48);
  });

  it.each([
    ['one', ['90 minutes'], 1.5],
    ['an odd number', ['5 days', '1 hour', '2 hours'], 2],
    ['an even number far apart', ['1 hour', '100 hours', '200 hours', '0 s'], 50.5],
    ['an even number close together', ['600 s', '601 s'], 0.17],
    ['equal ones', ['1 hour', '1 hour', '1 hour', '1 hour'], 1],
    ['fractions of a second', ['17.6 s'], 0.01],
    ['none at all', ['0 s'], 0],
  ])('have the exact median time to resolve of %s', async (_name, times, hours) => {
    for (const time of times) await aBug({ created: `-${time}`, resolved: '0 s' });
    for (const range of statsRanges) {
      expect((await stats(range)).median_hours_to_resolve).toBe(hours);
    }
  });

  it('do not exist for others', async () => {
    expect((await grace.api.get(`/api/v1/teams/${teamId}/stats`)).status).toBe(404);
    expect((await grace.api.get('/api/v1/teams/none/stats')).status).toBe(404);
  });

  it('refuse an unknown range', async () => {
    for (const query of ['range=year', 'range=', 'range=week&range=month']) {
      const answer = await ada.api.get(`/api/v1/teams/${teamId}/stats?${query}`);
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ field: 'range' }]);
    }
  });
});

describe("a project's stats", () => {
  it.each([...statsRanges])('of range %s count its bugs alone', async (range) => {
    await aBug({ severity: 'low', created: '-5 days', resolved: '-4 days' });
    await aBug();
    const first = project;
    project = await aProject(ada, { team_id: teamId, name: 'Shop' });
    const path = `/api/v1/teams/${teamId}/stats?range=${range}&project_id=`;
    expect((await ada.api.get(path + project.id)).body).toMatchObject({
      total: 0,
      median_hours_to_resolve: null,
      by_project: [{ project_id: project.id, name: 'Shop', count: 0 }],
    });
    await aBug({ severity: 'high', created: '-3 days', resolved: '-1 days' });
    const { body } = await ada.api.get(path + project.id);
    expect(body).toMatchObject({ range, total: 1, open_count: 0, median_hours_to_resolve: 48 });
    expect(body.by_severity).toEqual({ ...noSeverity, high: 1 });
    expect(body.per_day.filter(({ created }: { created: number }) => created > 0)).toHaveLength(1);
    expect((await ada.api.get(path + first.id)).body).toMatchObject({
      total: 2,
      median_hours_to_resolve: 24,
    });
    expect(await stats(range)).toMatchObject({ total: 3, median_hours_to_resolve: 36 });
  });

  it('are not found for a project of another team, and refused for what is no id', async () => {
    const elsewhere = await aProject(ada);
    const theirs = await aProject(grace);
    for (const id of [elsewhere.id, theirs.id, 9007199254740991]) {
      expect((await ada.api.get(`/api/v1/teams/${teamId}/stats?project_id=${id}`)).status).toBe(404);
    }
    expect((await ada.api.get(`/api/v1/teams/${teamId}/stats?project_id=0`)).status).toBe(422);
  });
});
