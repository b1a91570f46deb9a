import { fieldsIn } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { columnsNamed } from '../../../db/json.ts';
import { argument, prepareStatement } from '../../../db/statements.ts';
import type { Pagination } from '../../../schema.ts';
import type { StoredImage } from '../../../storage/storage.ts';
import type { Within } from '../../search/queries/filter.ts';
import type { Walk } from '../../search/queries/walk.ts';
import { joinImage, storedImage } from '../queries/image.ts';
import { fieldsOfBug, labelsAsJson } from '../queries/read.ts';

/** A bug as lists show it, as JSON. */
export interface ItemText {
  id: number;
  json: string;
  image: StoredImage | null;
}

const listed = {
  ...fieldsOfBug(fieldsIn('list')),
  labels: sql`coalesce(labelled.labels, '[]')`,
  excerpt: sql`left(bugs.description, 200)`,
};

/** The bugs with these ids, in any order. Labels are gathered for all of them at once, which costs less than for each. */
export const selectItems = (ids: RawBuilder<unknown>) => sql<ItemText>`
  select bugs.id, row_to_json(fields)::text as json, ${storedImage} as image
  from bugs left join users on users.id = bugs.assignee_id ${joinImage}
  left join (
    select bug_id, ${labelsAsJson} as labels
    from bug_labels join labels on labels.id = bug_labels.label_id
    where bug_id = any(${ids}) group by bug_id
  ) as labelled on labelled.bug_id = bugs.id
  cross join lateral (select ${columnsNamed(listed)}) as fields
  where bugs.id = any(${ids})`;

const selectSome = prepareStatement(
  () => sql<ItemText>`${selectItems(argument(1, 'bigint[]'))} order by bugs.id desc`,
);

/** Selects these bugs as lists show them, newest first. Ids of bugs that do not exist are left out. */
export const selectBugListItems = (db: Db, ids: number[]): Promise<ItemText[]> => selectSome(db, [ids]);

/** Selects so many bugs along a list, after so many others. */
export async function selectItemsAlong(
  db: Db,
  walk: Walk,
  { limit, offset }: Pagination,
  within: Within,
): Promise<ItemText[]> {
  const { rows } = await sql<ItemText>`
    with page as materialized (${walk.ids(within)} limit ${limit} offset ${offset})
    ${selectItems(sql`array(select id from page)`)} order by bugs.id desc`.execute(db);
  return rows;
}
