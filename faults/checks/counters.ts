import { sql } from 'kysely';
import { createClient } from '../../apps/server/test/client.ts';
import type { Installation } from '../core/installation.ts';
import { type Check, check } from './check.ts';

/** Lists count no further. */
const mostCounted = 10_000;

/** Every number that the service keeps or answers, beside what a count of the rows gives. */
export async function checkCounters({ postgres: { db }, nodes, place }: Installation): Promise<Check[]> {
  const usage = await sql<{ text: string }>`
    with counted as (select project_id, count(*) as n from bugs group by project_id),
      kept as (select project_id, sum(stored) as n from project_usage group by project_id)
    select 'project ' || projects.id || ': ' || coalesce(kept.n, 0) || ' instead of ' || coalesce(counted.n, 0) as text
    from projects left join counted on counted.project_id = projects.id left join kept on kept.project_id = projects.id
    where coalesce(kept.n, 0) <> coalesce(counted.n, 0)`.execute(db);
  const created = await sql<{ text: string }>`
    select 'bug ' || bugs.id || ' has ' || count(activity.id) as text
    from bugs left join activity on activity.bug_id = bugs.id and activity.kind = 'created'
    group by bugs.id having count(activity.id) <> 1`.execute(db);
  const { rows: facts } = await sql<{ total: number; open: number }>`
    select count(*) as total, count(*) filter (where status = 'open') as open from bugs
    where team_id = ${place.teamId}`.execute(db);
  return [
    check(
      'project usage differs from the count',
      usage.rows.map(({ text }) => text),
    ),
    check(
      'bug without its one "created" in the timeline',
      created.rows.map(({ text }) => text),
    ),
    check('statistics and lists differ from the count', await wrongAnswers(nodes[0].url, place, facts[0])),
  ];
}

/** Asks as a person does. */
async function wrongAnswers(
  url: string,
  { teamId, token }: Installation['place'],
  facts = { total: 0, open: 0 },
): Promise<string[]> {
  const api = createClient(url, { authorization: `Bearer ${token}` });
  const stats = await api.get(`/api/v1/teams/${teamId}/stats?range=all`);
  const list = await api.get(`/api/v1/bugs-admin?team_id=${teamId}&limit=1`);
  const wrong: string[] = [];
  const compare = (what: string, seen: unknown, expected: number) => {
    if (seen !== expected) wrong.push(`${what}: ${seen} instead of ${expected}`);
  };
  compare('total of the statistics', stats.body?.total, facts.total);
  compare('open_count of the statistics', stats.body?.open_count, facts.open);
  compare('total of the list', list.body?.total, Math.min(facts.total, mostCounted));
  return wrong;
}
