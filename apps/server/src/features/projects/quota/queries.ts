import type { Plan } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';

export interface NewNotice {
  project_id: number;
  team_id: number;
  month: string;
  /** In percent of the month. */
  level: 80 | 100;
}

/** What a month is called, in UTC. */
const thisMonth = sql`to_char(now() at time zone 'utc', 'YYYY-MM')`;

/**
 * Notes which projects have used 80 % or all of this month's reports, and answers those that nobody had noted before. Of
 * several nodes that look at the same time, one gets each: the primary key makes the others wait, and then find it there.
 */
export async function insertNotices(trx: Trx, caps: Map<Plan, number>): Promise<NewNotice[]> {
  const { rows } = await sql<NewNotice>`
    insert into quota_notices (team_id, project_id, month, level)
    select project_usage.team_id, project_usage.project_id, project_usage.month, levels.level
    from unnest(${[...caps.keys()]}::text[], ${[...caps.values()]}::integer[]) as capped (plan, cap)
    join teams on teams.plan = capped.plan and teams.closed_at is null
    join project_usage on project_usage.team_id = teams.id
    cross join (values (80), (100)) as levels (level)
    where project_usage.month = ${thisMonth} and project_usage.stored * 100 >= capped.cap * levels.level
      and not exists (
        select from quota_notices as known
        where known.project_id = project_usage.project_id and known.month = project_usage.month
          and known.level = levels.level
      )
    order by project_usage.project_id, levels.level
    on conflict do nothing
    returning team_id, project_id, month, level`.execute(trx);
  return rows;
}

export async function listOwners(db: Db, teamId: number): Promise<number[]> {
  const rows = await db.selectFrom('memberships').select('user_id').where('team_id', '=', teamId).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Answers undefined when the project is gone, or the user is not in its team any more. */
export function findToTell(db: Db, projectId: number, userId: number) {
  return db
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .innerJoin('memberships', 'memberships.team_id', 'projects.team_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'projects.name', 'teams.plan'])
    .where('projects.id', '=', projectId)
    .where('users.id', '=', userId)
    .executeTakeFirst();
}
