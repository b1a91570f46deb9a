import type { Actor } from '../../../../auth/actor.ts';
import type { Context } from '../../../../context.ts';
import type { Trx } from '../../../../db/connection.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { notFound } from '../../../../errors.ts';
import { authorOf } from '../../../activity/queries.ts';
import { attachLabel, detachLabel, lockLabel } from '../../labels/queries.ts';
import { lockBugs } from '../../queries/lock.ts';
import * as queries from './queries.ts';

/**
 * Gives the bugs of a batch back what they had, but for those that have been changed since. That is a change like any other:
 * it is noted, told to whoever listens, and raises the revision.
 */
export function undoBatch(context: Context, actor: Actor, id: number) {
  return inTransaction(context.pools.main, async (trx) => {
    const batch = await queries.lockBatch(trx, actor.userId, id);
    if (!batch) throw notFound();
    const affected = await putBack(trx, actor, batch);
    await queries.deleteBatch(trx, id);
    return { affected, skipped: batch.bug_ids.length - affected };
  });
}

async function putBack(trx: Trx, actor: Actor, batch: queries.LockedBatch): Promise<number> {
  const { id, bug_ids: ids, added_label, removed_label } = batch;
  const { teamIds } = actor;
  const by = authorOf(actor);
  await queries.lockFormerAssignees(trx, teamIds, id);
  const isLabelThere = removed_label !== null && (await lockLabel(trx, teamIds, { id: removed_label }));
  await lockBugs(trx, { ids, teamIds });
  const unchanged = { ids: await queries.selectUnchanged(trx, id), teamIds };
  if (added_label !== null) return detachLabel(trx, by, unchanged, { id: added_label });
  if (removed_label === null) return queries.restoreBugs(trx, by, unchanged, id);
  return isLabelThere ? attachLabel(trx, by, unchanged, { id: removed_label }) : 0;
}

export function forgetBatches({ pools }: Context): Promise<number> {
  return queries.deleteOldBatches(pools.main);
}
