import { allReportFields, type ReportField } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { columnsNamed, isoTime } from '../../../db/sql.ts';
import { argument, prepareStatement } from '../../../db/statements.ts';
import type { StoredImage } from '../../../storage/storage.ts';
import { attachmentsOfBug, joinImage, storedImage } from './image.ts';

/** The columns of `bugs` that hold these fields of the report. */
export const columnsOf = <Name extends ReportField>(names: readonly Name[]) =>
  names.map((name) => `bugs.${name}` as const);

/** The assignee of a bug, for a query that joins `users` to `bugs` by `assignee_id`. */
export const assigneeOfBug = sql`
  case when users.id is not null then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end`;

/** The labels of some bugs as JSON, in the order of their names; to be grouped by bug. */
export const labelsAsJson = sql`
  json_agg(json_build_object('id', labels.id, 'name', labels.name, 'color', labels.color) order by lower(labels.name))`;

/** What bugs have in full and in lists: columns of `bugs`, and of what is joined to it. */
export const fieldsOfBug = (names: readonly ReportField[]): Record<string, RawBuilder<unknown>> => ({
  id: sql`bugs.id`,
  project_id: sql`bugs.project_id`,
  status: sql`bugs.status`,
  ...Object.fromEntries(names.map((name) => [name, sql.ref(`bugs.${name}`)])),
  assignee_id: sql`bugs.assignee_id`,
  assignee: assigneeOfBug,
  duplicate_of_id: sql`bugs.duplicate_of_id`,
  attachments: attachmentsOfBug,
  comment_count: sql`bugs.comment_count`,
  revision: sql`bugs.revision`,
  created_at: isoTime('bugs.created_at'),
  updated_at: isoTime('bugs.updated_at'),
});

const fieldsInFull = {
  ...fieldsOfBug(allReportFields.filter((name) => name !== 'extra')),
  labels: sql`coalesce((
    select ${labelsAsJson}
    from bug_labels join labels on labels.id = bug_labels.label_id where bug_labels.bug_id = bugs.id
  ), '[]')`,
  duplicate_count: sql`
    (select count(*) from bugs as duplicates where duplicates.duplicate_of_id = bugs.id)`,
};

/** A bug in full. Its `extra` is stored as text and goes out exactly as it came in, so it is not a part of the JSON. */
export interface BugText {
  id: number;
  json: string;
  extra: string | null;
  image: StoredImage | null;
}

/** Bugs in full. They are read from `bugs`, which can be the table or something with the same columns. */
export const selectInFull = (bugs: RawBuilder<unknown>) => sql<BugText>`
  select bugs.id, row_to_json(fields)::text as json, bugs.extra, ${storedImage} as image
  from ${bugs} left join users on users.id = bugs.assignee_id ${joinImage}
  cross join lateral (select ${columnsNamed(fieldsInFull)}) as fields`;

const findInFull = prepareStatement(
  () => sql<BugText>`
    ${selectInFull(sql`bugs`)}
    where bugs.id = ${argument(1, 'bigint')} and bugs.team_id = any(${argument(2, 'bigint[]')})`,
);

/** Finds a bug; undefined when it does not exist or is in none of these teams. */
export async function findBug(db: Db, teamIds: number[], id: number): Promise<BugText | undefined> {
  const [bug] = await findInFull(db, [id, teamIds]);
  return bug;
}

const selectSomeInFull = prepareStatement(
  () => sql<BugText>`${selectInFull(sql`bugs`)} where bugs.id = any(${argument(1, 'bigint[]')})`,
);

/** Selects the bugs with these ids, of any team. Ids of bugs that do not exist are left out. */
export const selectBugs = (db: Db, ids: number[]): Promise<BugText[]> => selectSomeInFull(db, [ids]);
