import { sql } from 'kysely';
import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { lockFrom } from '../../../db/locks.ts';
import { deleteInPortions } from '../../../db/sql.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { notFound } from '../../../errors.ts';
import { type BugChange, type ChangedBug, changeBugs, lockBugs } from '../../activity/change-bugs.ts';
import { authorOf } from '../../activity/queries.ts';
import { lockLabelsById } from '../../labels/queries.ts';
import { lockMemberships } from '../../teams/queries.ts';

const lifetime = sql`interval '10 minutes'`;

/** Restores a bug if it still has the revision that the batch gave it. */
interface Undo {
  id: number;
  revision: number;
  change: BugChange;
}

export async function nextBatchId(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('batch_ids') as id`.execute(trx);
  return (rows[0] as { id: number }).id;
}

export async function insertBatch(
  trx: Trx,
  id: number,
  userId: number,
  changed: ChangedBug[],
): Promise<void> {
  const undos = changed.map(({ bug, revision, undo }): Undo => ({ id: bug.id, revision, change: undo }));
  await trx
    .insertInto('bulk_batches')
    .values({ id, user_id: userId, undos: JSON.stringify(undos) })
    .execute();
}

/** Skips bugs changed since, or whose previous label or assignee is gone. */
export function undoBatch(context: Context, actor: Actor, id: number) {
  return inTransaction(context.pools.main, async (trx) => {
    const batch = await lockFrom(trx, 'bulk_batches')
      .select('undos')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .where('created_at', '>', sql<Date>`now() - ${lifetime}`)
      .forUpdate()
      .executeTakeFirst();
    if (!batch) throw notFound();
    const undos = batch.undos as Undo[];
    const affected = await undoAll(trx, actor, undos);
    await trx.deleteFrom('bulk_batches').where('id', '=', id).execute();
    return { affected, skipped: undos.length - affected };
  });
}

async function undoAll(trx: Trx, actor: Actor, undos: Undo[]): Promise<number> {
  const { teamIds } = actor;
  const assigneeIds = undos.flatMap(({ change }) => change.assignee_id ?? []);
  const members = await lockMemberships(trx, teamIds, assigneeIds);
  const labelIds = undos.flatMap(({ change }) => change.add_label ?? []);
  const labels = await lockLabelsById(trx, teamIds, labelIds);
  const bugs = await lockBugs(trx, { ids: undos.map(({ id }) => id), teamIds });
  const undoOf = new Map(undos.map((undo) => [undo.id, undo]));
  const changed = await changeBugs(trx, authorOf(actor), bugs, (bug) => {
    const { revision, change } = undoOf.get(bug.id) as Undo;
    const { assignee_id, add_label } = change;
    if (bug.revision !== revision) return null;
    const isMember = members.some((one) => one.team_id === bug.team_id && one.user_id === assignee_id);
    if (assignee_id && !isMember) return null;
    if (add_label && !labels.some((label) => label.id === add_label)) return null;
    return change;
  });
  return changed.length;
}

export function deleteExpiredBatches({ pools }: Context): Promise<number> {
  return deleteInPortions(pools.main, 'bulk_batches', sql`created_at <= now() - ${lifetime}`);
}
