import { sql } from 'kysely';
import type { Person } from './builders.ts';
import type { TestNode } from './harness.ts';

interface StoredBug {
  title?: string;
  description?: string;
}

/** Stores as many bugs as a test needs, past the limits of ingest, and returns their ids, the oldest first. */
export async function storeBugs(
  { db }: TestNode,
  project: { id: number; team_id: number },
  count: number,
  {
    title = 'Checkout button does nothing',
    description = 'I press "Pay" and nothing happens.',
  }: StoredBug = {},
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with stored as (
      insert into bugs (id, project_id, team_id, title, description, severity, created_at, updated_at)
      select nextval('bug_ids'), ${project.id}, ${project.team_id}, ${title}, ${description}, 'medium', now(), now()
      from generate_series(1, ${count})
      returning *
    ),
    counted as (
      insert into bug_deltas (team_id, project_id, status, severity, created_on, n)
      select team_id, project_id, status, severity, (created_at at time zone 'utc')::date, count(*)
      from stored group by 1, 2, 3, 4, 5
    )
    select id from stored order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stores one bug past ingest, and returns its id. */
export async function storeBug(
  node: TestNode,
  project: { id: number; team_id: number },
  values: StoredBug = {},
): Promise<number> {
  return (await storeBugs(node, project, 1, values))[0] as number;
}

export async function aLabel({ api, teamId }: Pick<Person, 'api' | 'teamId'>, name: string): Promise<number> {
  const created = await api.post(`/api/v1/teams/${teamId}/labels`, { name, color: '#aa3300' });
  if (created.status !== 201) throw new Error(`creating a label answered ${created.status}: ${created.text}`);
  return created.body.id;
}

/** The activity of these bugs, in order. */
export function activityOf({ db }: TestNode, ids: number[]) {
  return db
    .selectFrom('activity')
    .select(['bug_id', 'kind', 'actor_id', 'via', 'changes'])
    .where('bug_id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .execute();
}

/** Where the counts differ from the bugs that there are, from their labels, environments and versions. */
export async function wrongCounts({ db }: TestNode): Promise<unknown[]> {
  const kind = sql.raw('project_id, status, severity');
  const { rows } = await sql`
    with counted as (
      select team_id, label_id, environment, app_version, ${kind}, assignee_id, n from bug_deltas
      union all
      select team_id, 0, environment, app_version, ${kind}, coalesce(assignee_id, 0), -1 from bugs
    ),
    kinds as (
      select team_id, label_id, ${kind}, assignee_id, n from bug_counts
      union all
      select team_id, label_id, ${kind}, assignee_id, n from counted
      union all
      select team_id, facet_id('environment', environment), ${kind}, assignee_id, n from counted
      where environment is not null
      union all
      select team_id, facet_id('app_version', app_version), ${kind}, assignee_id, n from counted
      where app_version is not null
      union all
      select bugs.team_id, label_id, ${kind}, coalesce(assignee_id, 0), -1
      from bugs join bug_labels on bug_labels.bug_id = bugs.id
    )
    select team_id, label_id, ${kind}, assignee_id, sum(n) as difference
    from kinds group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0`.execute(db);
  return rows;
}
