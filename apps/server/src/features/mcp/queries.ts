import type { Severity, Status } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** How many bugs of a team have this status and severity; both are null in the one row of a team without bugs. */
export interface TeamCount {
  id: number;
  name: string;
  slug: string;
  status: Status | null;
  severity: Severity | null;
  count: number;
}

/**
 * Counts the bugs of these teams, newest team first. It is a single statement, so that folded counts and deltas are read
 * from the same snapshot.
 */
export async function countBugsOfTeams(db: Db, teamIds: number[]): Promise<TeamCount[]> {
  const counts = (table: 'bug_counts' | 'bug_deltas') => sql`
    select team_id, status, severity, n from ${sql.table(table)} where team_id = any(${teamIds}) and label_id = 0`;
  const { rows } = await sql<TeamCount>`
    select teams.id, name, slug, status, severity, coalesce(sum(n), 0)::bigint as count
    from teams
    left join (${counts('bug_counts')} union all ${counts('bug_deltas')}) as counted on team_id = teams.id
    where teams.id = any(${teamIds})
    group by teams.id, status, severity
    order by teams.id desc`.execute(db);
  return rows;
}
