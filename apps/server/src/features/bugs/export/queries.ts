import { fieldsIn } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { columnsOf } from '../queries/read.ts';

/** Selects the cells of these bugs, newest first. Ids of bugs that do not exist are left out. */
export function selectBugsToExport(db: Db, ids: number[]) {
  return db
    .selectFrom('bugs')
    .innerJoin('projects', 'projects.id', 'bugs.project_id')
    .leftJoin('users', 'users.id', 'bugs.assignee_id')
    .select([
      'bugs.id',
      'projects.name as project',
      'bugs.status',
      ...columnsOf(fieldsIn('csv')),
      'users.email as assignee',
      sql<string[]>`array(
        select labels.name from bug_labels join labels on labels.id = bug_labels.label_id
        where bug_labels.bug_id = bugs.id order by lower(labels.name)
      )`.as('labels'),
      'bugs.duplicate_of_id',
      'bugs.created_at',
      'bugs.updated_at',
    ])
    .where('bugs.id', '=', sql<number>`any(${ids})`)
    .orderBy('bugs.id', 'desc')
    .execute();
}
