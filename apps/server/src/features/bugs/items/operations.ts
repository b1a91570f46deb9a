import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/connection.ts';
import { attachmentsOf } from '../../attachments/operations.ts';
import { selectBugListItems } from './queries.ts';
import type { BugListItem } from './schema.ts';

/** The bugs with these ids as they stand in lists. The caller has to make sure that they may be seen. */
export async function listItems(context: Context, db: Db, ids: number[]): Promise<BugListItem[]> {
  const rows = await selectBugListItems(db, ids);
  const attachments = await attachmentsOf(context, db, ids);
  return rows.map((row) => ({ ...row, attachments: attachments.get(row.id) ?? [] }));
}
