import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import { authorOf } from '../../activity/queries.ts';
import { type BugValues, changeBugs, hasLabel, lockTeamsOf } from '../change/queries.ts';
import { isLabelGone } from '../labels/operations.ts';
import { attachLabel, detachLabel } from '../labels/queries.ts';
import { deleteBugs, lockForDeletion } from '../queries/delete.ts';
import { lockBugs, type SomeBugs } from '../queries/lock.ts';
import { type Batch, nextBatchId } from './queries.ts';
import type { BulkChange, BulkResult } from './schema.ts';

/** Changes or deletes many bugs in one transaction: all of them, or none if one fails. */
export async function changeInBulk(context: Context, actor: Actor, change: BulkChange): Promise<BulkResult> {
  const ids = chooseBugs(change);
  return inTransaction(context.pools.main, async (trx) => {
    const batch = { id: await nextBatchId(trx), userId: actor.userId };
    return { affected: await apply({ trx, actor, batch }, ids, change), batch_id: batch.id };
  });
}

/** Which bugs are meant. Those of other teams are left out when they are changed. */
function chooseBugs({ ids }: BulkChange): number[] {
  return ids;
}

interface Work {
  trx: Trx;
  actor: Actor;
  batch: Batch;
}

function apply(work: Work, ids: number[], change: BulkChange): Promise<number> {
  const bugs = { ids, teamIds: work.actor.teamIds };
  switch (change.operation) {
    case 'set_status':
      return set(work, bugs, { status: change.value });
    case 'set_severity':
      return set(work, bugs, { severity: change.value });
    case 'mark_spam':
      return set(work, bugs, { status: 'spam' });
    case 'assign':
      return assign(work, ids, change.value);
    case 'add_label':
      return attachOrDetach(work, bugs, change.value, attachLabel);
    case 'remove_label':
      return attachOrDetach(work, bugs, change.value, detachLabel);
    case 'delete':
      return deleteAll(work, bugs);
  }
}

async function set({ trx, actor, batch }: Work, bugs: SomeBugs, values: BugValues): Promise<number> {
  await lockBugs(trx, bugs);
  return changeBugs(trx, authorOf(actor), bugs, values, batch);
}

/** Assigns bugs to a person, but only those of teams that the person is in. Null takes the assignee off bugs of any team. */
async function assign(work: Work, ids: number[], to: number | 'me' | null): Promise<number> {
  const { trx, actor } = work;
  const assigneeId = to === 'me' ? actor.userId : to;
  const teamIds = assigneeId === null ? actor.teamIds : await lockTeamsOf(trx, actor.teamIds, assigneeId);
  const isStranger = typeof to === 'number' && teamIds.length === 0;
  if (isStranger) throw invalid('value', 'must be a member of one of your teams');
  return set(work, { ids, teamIds }, { assigneeId });
}

/** Puts a label on bugs or takes it off. A label that is deleted meanwhile is not found. */
async function attachOrDetach(
  { trx, actor, batch }: Work,
  bugs: SomeBugs,
  labelId: number,
  change: typeof attachLabel,
): Promise<number> {
  if (!(await hasLabel(trx, actor.teamIds, labelId))) throw notFound();
  await lockBugs(trx, bugs);
  return change(trx, authorOf(actor), bugs, { id: labelId }, batch).catch((error) => {
    throw isLabelGone(error) ? notFound() : error;
  });
}

async function deleteAll({ trx, actor }: Work, bugs: SomeBugs): Promise<number> {
  await lockForDeletion(trx, bugs);
  return deleteBugs(trx, authorOf(actor), bugs);
}
