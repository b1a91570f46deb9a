import { sql } from 'kysely';
import type { Person } from './builders.ts';
import type { TestNode } from './harness.ts';

interface StoredBug {
  title?: string;
  description?: string;
}

/** Stores bugs directly, bypassing ingest limits. Returns their ids, oldest first. */
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
    insert into bugs (id, project_id, team_id, title, description, severity, created_at, updated_at)
    select nextval('bug_ids'), ${project.id}, ${project.team_id}, ${title}, ${description}, 'medium', now(), now()
    from generate_series(1, ${count}) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stores one bug directly and returns its id. */
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

export function activityOf({ db }: TestNode, ids: number[]) {
  return db
    .selectFrom('activity')
    .select(['bug_id', 'kind', 'actor_id', 'via', 'changes'])
    .where('bug_id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .execute();
}
