import { setTimeout as sleep } from 'node:timers/promises';
import { severities, statsRanges, statuses } from '@skep/vocabulary';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { hold } from '../../../test/hold.ts';
import { rewriteBugs } from '../../../test/rewrite.ts';
import type { Db } from '../../db/connection.ts';
import { foldCounts, forgetEmptyCounts } from './operations.ts';

const node = await startService();
const { db } = node;
const ada = await aPerson(node);
const projects = [await aProject(ada), await aProject(ada, { name: 'App' })];
await stopFolding();

/** Deletes the jobs that fold counts: from here on, counts are folded only when a test does it. */
async function stopFolding(): Promise<void> {
  let deleted = 0n;
  while (deleted === 0n) {
    await sleep(20);
    ({ numDeletedRows: deleted } = await db
      .deleteFrom('jobs')
      .where('kind', 'in', ['fold-counts', 'forget-empty-counts'])
      .executeTakeFirstOrThrow());
  }
}

/** A pseudorandom number generator (Lehmer's): with the same seed it gives the same numbers at every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
const random = randomNumbers(7);
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T;

const bugs = () =>
  db
    .selectFrom('bugs')
    .select(['id', 'project_id', 'status', 'severity', 'environment', 'created_at', 'resolved_at'])
    .where('team_id', '=', ada.teamId)
    .orderBy('id')
    .execute();

const stats = async (range: string) =>
  (await ada.api.get(`/api/v1/teams/${ada.teamId}/stats?range=${range}`)).body;

const changes: Record<string, (id: number) => Promise<unknown>> = {
  status: (id) => ada.api.patch(`/api/v1/bugs-admin/${id}`, { status: oneOf([...statuses, 'resolved']) }),
  severity: (id) => ada.api.patch(`/api/v1/bugs-admin/${id}`, { severity: oneOf(severities) }),
  assignee: (id) => ada.api.patch(`/api/v1/bugs-admin/${id}`, { assignee_id: oneOf(['me', null]) }),
  creation: (id) =>
    rewriteBugs(db, sql`created_at = now() - make_interval(hours => ${random(900)})`, sql`id = ${id}`),
  resolution: (id) =>
    rewriteBugs(
      db,
      sql`resolved_at = created_at + make_interval(secs => ${random(2_000_000)} * 0.5)`,
      sql`id = ${id} and status = 'resolved'`,
    ),
  deletion: (id) => sql`delete from bugs where id = ${id} and ${random(5)} = 0`.execute(db),
};

async function changeAtRandom(times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const { id } = oneOf(await bugs());
    await changes[oneOf(Object.keys(changes))]?.(id);
  }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const daysIn: Record<string, number> = { week: 7, month: 30, all: 365 };

/** What the answer should be, by counting every bug. */
async function recount(range: string) {
  const all = await bugs();
  const days = Array.from({ length: daysIn[range] ?? 0 }, (_, ago) =>
    dayOf(new Date(Date.now() - ago * 86_400_000)),
  ).reverse();
  const isIn = (date: Date) => range === 'all' || days.includes(dayOf(date));
  const created = all.filter(({ created_at }) => isIn(created_at));
  const resolved = all.filter(({ resolved_at }) => resolved_at !== null && isIn(resolved_at));
  const count = (key: 'status' | 'severity' | 'project_id', value: unknown) =>
    created.filter((bug) => bug[key] === value).length;
  return {
    range,
    total: created.length,
    open_count: count('status', 'open'),
    by_status: Object.fromEntries(statuses.map((status) => [status, count('status', status)])),
    by_severity: Object.fromEntries(severities.map((severity) => [severity, count('severity', severity)])),
    by_project: projects
      .map(({ id, name }) => ({ project_id: id, name, count: count('project_id', id) }))
      .sort((a, b) => b.count - a.count || a.project_id - b.project_id),
    per_day: days.map((date) => ({
      date,
      created: all.filter(({ created_at }) => dayOf(created_at) === date).length,
      resolved: all.filter(({ resolved_at }) => resolved_at && dayOf(resolved_at) === date).length,
    })),
    median_hours_to_resolve: medianHours(
      resolved.map(({ created_at, resolved_at }) =>
        Math.round((Number(resolved_at) - Number(created_at)) / 1000),
      ),
    ),
  };
}

function medianHours(seconds: number[]): number | null {
  const sorted = seconds.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const middle = (Number(sorted[Math.ceil(half) - 1]) + Number(sorted[Math.floor(half)])) / 2;
  return sorted.length === 0 ? null : Math.round(middle / 36) / 100;
}

async function expectExactStats(): Promise<void> {
  for (const range of statsRanges) expect(await stats(range)).toEqual(await recount(range));
  await expectExactDays('production');
}

/** Compares the totals of lists of an environment and some days, which are kept, with what there is. */
async function expectExactDays(environment: string): Promise<void> {
  const since = dayOf(new Date(Date.now() - 20 * 86_400_000));
  const kinds = [
    {},
    { status: 'resolved' as const },
    { severity: 'high' as const },
    { project_id: Number(projects[0]?.id) },
  ];
  const found = (await bugs()).filter(
    (bug) => bug.environment === environment && dayOf(bug.created_at) >= since,
  );
  for (const kind of kinds) {
    const query = new URLSearchParams({ environment, created_after: since });
    for (const [name, value] of Object.entries(kind)) query.set(name, String(value));
    const { body } = await ada.api.get(`/api/v1/bugs-admin?${query}`);
    const isOfKind = (bug: object) =>
      Object.entries(kind).every(([name, value]) => bug[name as keyof typeof bug] === value);
    expect([kind, body.total]).toEqual([kind, found.filter(isOfKind).length]);
  }
}

/** Reads the stats again and again, and checks that every bug is counted exactly once at each moment. */
async function lookWhile(isGoingOn: () => boolean): Promise<void> {
  const { total } = await stats('all');
  while (isGoingOn()) {
    const body = await stats('all');
    expect(body.total).toBe(total);
    expect(Object.values<number>(body.by_status).reduce((sum, count) => sum + count)).toBe(total);
    expect(Math.min(...Object.values<number>(body.by_status))).toBeGreaterThanOrEqual(0);
  }
}

/** Inserts deltas that add up to nothing, and that leave a large table behind when they have been folded. */
async function flood(on: Db): Promise<void> {
  await sql`
    insert into bug_deltas (team_id, project_id, status, severity, n)
    select ${ada.teamId}, ${projects[0]?.id}, 'open', 'low', case when nth % 2 = 0 then 1 else -1 end
    from generate_series(1, 120000) as nth`.execute(on);
}

/** Leaves a large table behind that has no rows, because the transaction is rolled back. */
async function floodInVain(): Promise<void> {
  const trx = await db.startTransaction().execute();
  await flood(trx);
  await trx.rollback().execute();
}

async function sizeOfDeltas(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_relation_size('bug_deltas') as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

async function isTableWaitedFor(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where relation = 'bug_deltas'::regclass and not granted`.execute(db);
  return rows.length > 0;
}

describe('stats', () => {
  it('equal a recount after any series of changes, before and after they are folded', async () => {
    for (const project of projects) {
      const sender = aSender(node, project);
      for (let count = 0; count < 20; count++)
        await sender.post(
          '/api/v1/bugs',
          aReport({ severity: oneOf(severities), environment: oneOf(['production', 'staging']) }),
        );
    }
    for (let round = 0; round < 4; round++) {
      await changeAtRandom(50);
      await expectExactStats();
      await foldCounts(node.context);
      await expectExactStats();
    }
    expect((await stats('month')).median_hours_to_resolve).toBeGreaterThan(0);
  });

  it('see no change in part while others change bugs and counts are folded', async () => {
    const ids = (await bugs()).map(({ id }) => id);
    let changing = true;
    const folding = (async () => {
      while (changing) await foldCounts(node.context);
    })();
    const looking = lookWhile(() => changing);
    for (const status of ['resolved', 'closed', 'resolved', 'open']) {
      await Promise.all(ids.map((id) => ada.api.patch(`/api/v1/bugs-admin/${id}`, { status })));
    }
    changing = false;
    await Promise.all([folding, looking]);
    await expectExactStats();
  });

  it('stay exact while the room that a flood of changes took is given back', async () => {
    await flood(db);
    const full = await sizeOfDeltas();
    const id = Number((await bugs())[0]?.id);
    let isLarge = true;
    const looking = lookWhile(() => isLarge);
    while (isLarge) {
      await ada.api.patch(`/api/v1/bugs-admin/${id}`, { status: oneOf(statuses) });
      await foldCounts(node.context);
      isLarge = (await sizeOfDeltas()) > full / 10;
    }
    await looking;
    await expectExactStats();
  });

  it('stay exact when a change is committed at the moment in which that room is given back', async () => {
    const id = Number((await bugs())[0]?.id);
    for (let full = Number.NaN; !((await sizeOfDeltas()) < full / 10); ) {
      await floodInVain();
      full = await sizeOfDeltas();
      const commit = await hold(node, (trx) =>
        rewriteBugs(trx, sql`severity = ${oneOf(severities)}, status = ${oneOf(statuses)}`, sql`id = ${id}`),
      );
      let isFolding = true;
      const folding = foldCounts(node.context).finally(() => {
        isFolding = false;
      });
      // Folding waits for the change, or it gives up and is tried again.
      while (isFolding && !(await isTableWaitedFor())) await sleep(2);
      await commit();
      await folding;
    }
    await expectExactStats();
  });

  it('forget a deleted project, and in the end its rows too', async () => {
    const gone = projects.pop();
    await ada.api.delete(`/api/v1/projects/${gone.id}`);
    await expectExactStats();
    await foldCounts(node.context);
    await expectExactStats();
    await forgetEmptyCounts(node.context);
    await expectExactStats();
    const { rows } = await sql`
      select project_id from bug_days union all select project_id from environment_days`.execute(db);
    expect(rows).not.toContainEqual({ project_id: gone.id });
    expect(rows).toContainEqual({ project_id: projects[0]?.id });
  });
});
