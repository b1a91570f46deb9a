import { fieldsIn, fieldsNotIn, withoutFields } from '@skep/vocabulary';
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { columnsNamed } from '../../db/sql.ts';
import { argument, prepareStatement } from '../../db/statements.ts';
import type { StoredImage } from '../../storage/storage.ts';
import { exampleBug } from './example.ts';
import { joinImage, storedImage } from './queries/image.ts';
import { fieldsOfBug, labelsAsJson } from './queries/read.ts';
import { Bug } from './schema.ts';

const tooLong = fieldsNotIn('list');
const { duplicate_count: _, ...listed } = withoutFields(Bug.properties, tooLong);
const { duplicate_count: __, ...listedExample } = withoutFields(exampleBug, tooLong);

/** A bug as lists show it: without its long texts, and without what would have to be counted for each bug. */
export const BugListItem = Type.Object(
  {
    ...listed,
    excerpt: Type.String({ description: 'The first 200 characters of the description.' }),
  },
  {
    title: 'BugListItem',
    examples: [{ ...listedExample, excerpt: exampleBug.description }],
  },
);
export type BugListItem = Static<typeof BugListItem>;

const itemFields = {
  ...fieldsOfBug(fieldsIn('list')),
  labels: sql`coalesce(labelled.labels, '[]')`,
  excerpt: sql`left(bugs.description, 200)`,
};

interface ItemRow {
  item: BugListItem;
  image: StoredImage | null;
}

/** Labels are gathered for all bugs at once, which costs less than for each. */
const selectItems = prepareStatement(
  () => sql<ItemRow>`
    select row_to_json(fields) as item, ${storedImage} as image
    from unnest(${argument(1, 'bigint[]')}) with ordinality as page (id, place)
    join bugs on bugs.id = page.id
    left join users on users.id = bugs.assignee_id ${joinImage}
    left join (
      select bug_id, ${labelsAsJson} as labels
      from bug_labels join labels on labels.id = bug_labels.label_id
      where bug_id = any(${argument(1, 'bigint[]')}) group by bug_id
    ) as labelled on labelled.bug_id = bugs.id
    cross join lateral (select ${columnsNamed(itemFields)}) as fields
    order by place`,
);

/**
 * The bugs with these ids as they stand in lists, in this order. The caller has to make sure that they may be seen. Ids of
 * bugs that do not exist are left out.
 */
export async function listItems({ storage }: Context, db: Db, ids: number[]): Promise<BugListItem[]> {
  if (ids.length === 0) return [];
  const rows = await selectItems(db, [ids]);
  return Promise.all(
    rows.map(async ({ item, image }) => {
      if (!image) return item;
      const url = await storage.readUrl(image);
      return { ...item, attachments: item.attachments.map((attachment) => ({ ...attachment, url })) };
    }),
  );
}
