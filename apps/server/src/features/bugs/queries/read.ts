import { allReportFields, type ReportField } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** The assignee of a bug, for a query that joins `users` to `bugs` by `assignee_id`. */
export const assigneeOfBug = sql<{ id: number; name: string; email: string } | null>`
  case when users.id is not null then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end`;

export const labelsOfBug = sql<{ id: number; name: string; color: string }[]>`
  coalesce((
    select json_agg(json_build_object('id', labels.id, 'name', labels.name, 'color', labels.color)
      order by lower(labels.name))
    from bug_labels join labels on labels.id = bug_labels.label_id where bug_labels.bug_id = bugs.id
  ), '[]')`;

/** The columns of `bugs` that hold these fields of the report. */
export const columnsOf = <Name extends ReportField>(names: readonly Name[]) =>
  names.map((name) => `bugs.${name}` as const);

const duplicateCount = sql<number>`
  (select count(*) from bugs as duplicates where duplicates.duplicate_of_id = bugs.id)`;

const bugPayloads = (db: Db) =>
  db
    .selectFrom('bugs')
    .leftJoin('users', 'users.id', 'bugs.assignee_id')
    .select([
      'bugs.id',
      'bugs.project_id',
      'bugs.status',
      ...columnsOf(allReportFields),
      'bugs.assignee_id',
      assigneeOfBug.as('assignee'),
      labelsOfBug.as('labels'),
      'bugs.duplicate_of_id',
      duplicateCount.as('duplicate_count'),
      'bugs.comment_count',
      'bugs.revision',
      'bugs.created_at',
      'bugs.updated_at',
    ]);

/** Finds a bug; undefined when it does not exist or is in none of these teams. */
export function findBug(db: Db, teamIds: number[], id: number) {
  return bugPayloads(db)
    .where('bugs.id', '=', id)
    .where('bugs.team_id', '=', sql<number>`any(${teamIds})`)
    .executeTakeFirst();
}

/** Undefined when the bug does not exist or is in none of these teams. */
export async function findRevision(db: Db, teamIds: number[], id: number): Promise<number | undefined> {
  const bug = await db
    .selectFrom('bugs')
    .select('revision')
    .where('id', '=', id)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .executeTakeFirst();
  return bug?.revision;
}

/** Selects the bugs with these ids, of any team. Ids of bugs that do not exist are left out. */
export function selectBugs(db: Db, ids: number[]) {
  return bugPayloads(db).where('bugs.id', '=', sql<number>`any(${ids})`).execute();
}
