import { sql } from 'kysely';
import { createClient } from '../../apps/server/test/client.ts';
import type { Installation } from '../core/installation.ts';
import { type Check, check } from './check.ts';

/** Lists report exact totals only up to this count. */
const maxCounted = 10_000;

/** Compares stored counters and API totals with row counts. */
export async function checkCounters({ postgres: { db }, nodes, testTeam }: Installation): Promise<Check[]> {
  const usage = await sql<{ text: string }>`
    with counted as (select project_id, count(*) as n from bugs group by project_id),
      kept as (select project_id, sum(stored) as n from project_usage group by project_id)
    select 'project ' || projects.id || ': ' || coalesce(kept.n, 0) || ', expected ' || coalesce(counted.n, 0) as text
    from projects left join counted on counted.project_id = projects.id left join kept on kept.project_id = projects.id
    where coalesce(kept.n, 0) <> coalesce(counted.n, 0)`.execute(db);
  const created = await sql<{ text: string }>`
    select 'bug ' || bugs.id || ' has ' || count(activity.id) as text
    from bugs left join activity on activity.bug_id = bugs.id and activity.kind = 'created'
    group by bugs.id having count(activity.id) <> 1`.execute(db);
  const { rows: facts } = await sql<{ total: number; open: number }>`
    select count(*) as total, count(*) filter (where status = 'open') as open from bugs
    where team_id = ${testTeam.teamId}`.execute(db);
  return [
    check(
      'project usage differs from the number of bugs',
      usage.rows.map(({ text }) => text),
    ),
    check(
      'bug without exactly one "created" activity',
      created.rows.map(({ text }) => text),
    ),
    check(
      'statistics or list totals differ from the number of bugs',
      await wrongAnswers(nodes[0].url, testTeam, facts[0]),
    ),
  ];
}

/** Reads the totals through the API. */
async function wrongAnswers(
  url: string,
  { teamId, token }: Installation['testTeam'],
  facts = { total: 0, open: 0 },
): Promise<string[]> {
  const api = createClient(url, { authorization: `Bearer ${token}` });
  const stats = await api.get(`/api/v1/teams/${teamId}/stats?range=all`);
  const list = await api.get(`/api/v1/bugs-admin?team_id=${teamId}&limit=1`);
  const wrong: string[] = [];
  const compare = (name: string, actual: unknown, expected: number) => {
    if (actual !== expected) wrong.push(`${name}: ${actual}, expected ${expected}`);
  };
  compare('statistics total', stats.body?.total, facts.total);
  compare('statistics open_count', stats.body?.open_count, facts.open);
  compare('list total', list.body?.total, Math.min(facts.total, maxCounted));
  return wrong;
}
