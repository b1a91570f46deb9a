import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** The project's own key and how many reports it has stored this month; undefined when it is of none of these teams. */
export function findProjectToTest(db: Db, teamIds: number[], id: number) {
  return db
    .selectFrom('projects')
    .leftJoin('project_usage', (join) =>
      join
        .onRef('project_usage.team_id', '=', 'projects.team_id')
        .onRef('project_usage.project_id', '=', 'projects.id')
        .on('project_usage.month', '=', sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM')`),
    )
    .select(['projects.api_key', sql<number>`coalesce(project_usage.stored, 0)`.as('stored')])
    .where('projects.id', '=', id)
    .where('projects.team_id', '=', sql<number>`any(${teamIds})`)
    .executeTakeFirst();
}

/** Whether a report with this id was stored, rather than dropped. */
export async function isStored(db: Db, bugId: number): Promise<boolean> {
  return Boolean(await db.selectFrom('bugs').select('id').where('id', '=', bugId).executeTakeFirst());
}
