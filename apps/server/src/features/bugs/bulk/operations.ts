import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import { authorOf } from '../../activity/queries.ts';
import { changeBugs, hasLabel, lockTeamsOf } from '../change/queries.ts';
import { isLabelGone } from '../labels/operations.ts';
import { attachLabel, detachLabel } from '../labels/queries.ts';
import { deleteBugs } from '../queries/delete.ts';
import type { BulkChange } from './schema.ts';

/** Changes or deletes many bugs in one transaction: all of them, or none if one fails. */
export async function changeInBulk(context: Context, actor: Actor, change: BulkChange) {
  return { affected: await inTransaction(context.pools.main, (trx) => apply(trx, actor, change)) };
}

function apply(trx: Trx, actor: Actor, change: BulkChange): Promise<number> {
  const by = authorOf(actor);
  const bugs = { ids: change.ids, teamIds: actor.teamIds };
  switch (change.operation) {
    case 'set_status':
      return changeBugs(trx, by, bugs, { status: change.value });
    case 'set_severity':
      return changeBugs(trx, by, bugs, { severity: change.value });
    case 'mark_spam':
      return changeBugs(trx, by, bugs, { status: 'spam' });
    case 'assign':
      return assign(trx, actor, change.ids, change.value);
    case 'add_label':
      return attachOrDetach(trx, actor, change.ids, change.value, attachLabel);
    case 'remove_label':
      return attachOrDetach(trx, actor, change.ids, change.value, detachLabel);
    case 'delete':
      return deleteBugs(trx, by, bugs);
  }
}

/** Assigns bugs to a person, but only those of teams that the person is in. Null takes the assignee off bugs of any team. */
async function assign(trx: Trx, actor: Actor, ids: number[], to: number | 'me' | null): Promise<number> {
  const assigneeId = to === 'me' ? actor.userId : to;
  const teamIds = assigneeId === null ? actor.teamIds : await lockTeamsOf(trx, actor.teamIds, assigneeId);
  const isStranger = typeof to === 'number' && teamIds.length === 0;
  if (isStranger) throw invalid('value', 'must be a member of one of your teams');
  return changeBugs(trx, authorOf(actor), { ids, teamIds }, { assigneeId });
}

/** Puts a label on bugs or takes it off. A label that is deleted meanwhile is not found. */
async function attachOrDetach(
  trx: Trx,
  actor: Actor,
  ids: number[],
  labelId: number,
  change: typeof attachLabel,
): Promise<number> {
  const { teamIds } = actor;
  if (!(await hasLabel(trx, teamIds, labelId))) throw notFound();
  return change(trx, authorOf(actor), { ids, teamIds }, { id: labelId }).catch((error) => {
    throw isLabelGone(error) ? notFound() : error;
  });
}
