import type { Context } from '../../../context.ts';
import { attachmentsOf } from '../../attachments/operations.ts';
import { selectBugListItems } from './queries.ts';
import type { BugListItem } from './schema.ts';

/** For callers who have made sure that the bugs are theirs to see. */
export async function listItems(context: Context, ids: number[]): Promise<BugListItem[]> {
  const rows = await selectBugListItems(context.db, ids);
  const attachments = await attachmentsOf(context, ids);
  return rows.map((row) => ({ ...row, attachments: attachments.get(row.id) ?? [] }));
}
