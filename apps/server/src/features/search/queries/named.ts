import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** A thing of a team that a filter names. */
export interface Named {
  kind: 'project' | 'label' | 'member' | 'bug';
  id: number;
}

/** Says for each of these things in which of these teams it is; a person can be in several, everything else is in one. */
export async function findTeamsOf(db: Db, teamIds: number[], named: Named[]): Promise<number[][]> {
  if (named.length === 0) return [];
  const { rows } = await sql<{ teams: number[][] }>`select ${teamsOf(teamIds, named)} as teams`.execute(db);
  return rows[0]?.teams ?? [];
}

/** The same as an expression, whose value is JSON. */
export const teamsOf = (teamIds: number[], named: Named[]) => sql<number[][]>`(
  select coalesce(json_agg(array(
    select team_id from projects where kind = 'project' and projects.id = named.id and team_id = any(${teamIds})
    union all
    select team_id from labels where kind = 'label' and labels.id = named.id and team_id = any(${teamIds})
    union all
    select team_id from memberships where kind = 'member' and user_id = named.id and team_id = any(${teamIds})
    union all
    select team_id from bugs where kind = 'bug' and bugs.id = named.id and team_id = any(${teamIds})
  ) order by place), '[]')
  from unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ id }) => id)}::bigint[])
    with ordinality as named (kind, id, place)
)`;
