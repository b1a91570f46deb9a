import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError, invalid, notFound } from '../../../errors.ts';
import { authorOf } from '../../activity/queries.ts';
import { type BugValues, changeBugs, lockTeamsOf } from '../change/queries/many.ts';
import { attachLabel, detachLabel, lockLabel } from '../labels/queries.ts';
import { deleteBugs, lockForDeletion } from '../queries/delete.ts';
import { lockBugs, type SomeBugs } from '../queries/lock.ts';
import { type Choice, chooseBugs } from './choice.ts';
import { type Batch, nextBatchId } from './queries.ts';
import type { BulkChange, BulkResult } from './schema.ts';

/** How often bugs that have changed are looked for again. So often in a row, somebody else is changing all of them. */
const mostAttempts = 5;

/**
 * Changes or deletes many bugs in one transaction: all of them, or none if one fails. Bugs are found before they are
 * locked; those that are something else by then are looked for again (optimistic concurrency control).
 */
export async function changeInBulk(context: Context, actor: Actor, change: BulkChange): Promise<BulkResult> {
  for (let attempt = 1; ; attempt++) {
    const choice = await chooseBugs(context, actor, change);
    try {
      return await inTransaction(context.pools.main, async (trx) => {
        const batch = { id: await nextBatchId(trx), userId: actor.userId };
        return { affected: await apply({ trx, actor, batch, choice }, change), batch_id: batch.id };
      });
    } catch (error) {
      if (!(error instanceof OtherBugs) || attempt === mostAttempts) throw error;
    }
  }
}

/** Some of the bugs are no longer what was asked for. */
class OtherBugs extends ApiError {
  constructor() {
    super(503, 'Others are changing these bugs; try again in a moment', { headers: { 'retry-after': '1' } });
  }
}

interface Work {
  trx: Trx;
  actor: Actor;
  batch: Batch;
  choice: Choice;
}

function apply(work: Work, change: BulkChange): Promise<number> {
  const bugs = { ids: work.choice.ids, teamIds: work.actor.teamIds };
  switch (change.operation) {
    case 'set_status':
      return set(work, bugs, { status: change.value });
    case 'set_severity':
      return set(work, bugs, { severity: change.value });
    case 'mark_spam':
      return set(work, bugs, { status: 'spam' });
    case 'assign':
      return assign(work, change.value);
    case 'add_label':
      return attachOrDetach(work, bugs, change.value, attachLabel);
    case 'remove_label':
      return attachOrDetach(work, bugs, change.value, detachLabel);
    case 'delete':
      return deleteAll(work, bugs);
  }
}

/** Locks the bugs with this function, and makes sure that they are still the ones that were asked for. */
async function lockChosen({ trx, choice }: Work, bugs: SomeBugs, lock: typeof lockBugs): Promise<void> {
  await lock(trx, bugs);
  if (!(await choice.holds(trx))) throw new OtherBugs();
}

async function set(work: Work, bugs: SomeBugs, values: BugValues): Promise<number> {
  const { trx, actor, batch } = work;
  await lockChosen(work, bugs, lockBugs);
  return changeBugs(trx, authorOf(actor), bugs, values, batch);
}

/** Assigns bugs to a person, but only those of teams that the person is in. Null takes the assignee off bugs of any team. */
async function assign(work: Work, to: number | 'me' | null): Promise<number> {
  const { trx, actor, choice } = work;
  const assigneeId = to === 'me' ? actor.userId : to;
  const teamIds = assigneeId === null ? actor.teamIds : await lockTeamsOf(trx, actor.teamIds, assigneeId);
  const isStranger = typeof to === 'number' && teamIds.length === 0;
  if (isStranger) throw invalid('value', 'must be a member of one of your teams');
  return set(work, { ids: choice.ids, teamIds }, { assigneeId });
}

/** Puts a label on bugs or takes it off. It is not deleted meanwhile. */
async function attachOrDetach(
  work: Work,
  bugs: SomeBugs,
  labelId: number,
  change: typeof attachLabel,
): Promise<number> {
  const { trx, actor, batch } = work;
  const label = { id: labelId };
  if (!(await lockLabel(trx, actor.teamIds, label))) throw notFound();
  await lockChosen(work, bugs, lockBugs);
  return change(trx, authorOf(actor), bugs, label, batch);
}

async function deleteAll(work: Work, bugs: SomeBugs): Promise<number> {
  await lockChosen(work, bugs, lockForDeletion);
  return deleteBugs(work.trx, authorOf(work.actor), bugs);
}
