import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/connection.ts';
import { putAddresses } from '../queries/image.ts';
import { type ItemText, selectBugListItems } from './queries.ts';
import type { BugListItem } from './schema.ts';

/** The bugs with these ids as they stand in lists. The caller has to make sure that they may be seen. */
export async function listItems(context: Context, db: Db, ids: number[]): Promise<BugListItem[]> {
  const json = await listItemsAsJson(context, db, ids);
  // Times stay the texts that they are in JSON, which is what they are sent as.
  return JSON.parse(json) as BugListItem[];
}

/** The same as a list in JSON. */
export async function listItemsAsJson(context: Context, db: Db, ids: number[]): Promise<string> {
  return itemsToJson(context, await selectBugListItems(db, ids));
}

export function itemsToJson({ storage }: Context, items: ItemText[]): Promise<string> {
  const images = items.flatMap(({ image }) => image ?? []);
  return putAddresses(storage, `[${items.map(({ json }) => json).join(',')}]`, images);
}
