import { fieldsIn } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { assigneeOfBug, columnsOf, labelsOfBug } from '../queries/read.ts';

/** Selects these bugs as lists show them, newest first. Ids of bugs that do not exist are left out. */
export function selectBugListItems(db: Db, ids: number[]) {
  return db
    .selectFrom('bugs')
    .leftJoin('users', 'users.id', 'bugs.assignee_id')
    .select([
      'bugs.id',
      'bugs.project_id',
      'bugs.status',
      ...columnsOf(fieldsIn('list')),
      'bugs.assignee_id',
      assigneeOfBug.as('assignee'),
      labelsOfBug.as('labels'),
      'bugs.duplicate_of_id',
      'bugs.comment_count',
      'bugs.revision',
      'bugs.created_at',
      'bugs.updated_at',
      sql<string>`left(bugs.description, 200)`.as('excerpt'),
    ])
    .where('bugs.id', '=', sql<number>`any(${ids})`)
    .orderBy('bugs.id', 'desc')
    .execute();
}
