import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import type { Db, Trx } from '../../../db/connection.ts';
import { inTransaction, retryTransient } from '../../../db/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import { authorOf } from '../../activity/queries.ts';
import { bugHasChanged } from '../if-match.ts';
import { requireRevision, toBugJson } from '../operations.ts';
import { deleteBugs, lockForDeletion } from '../queries/delete.ts';
import { lockBugs } from '../queries/lock.ts';
import { lockTeamsOf } from './queries/many.ts';
import { changeOne, type Outcome } from './queries/one.ts';
import type { BugPatch } from './schema.ts';

/** Changes a bug and returns it as JSON. `ifMatch` is that of the request (see requireRevision). */
export async function updateBug(
  context: Context,
  actor: Actor,
  id: number,
  { status, severity, assignee_id }: BugPatch,
  ifMatch?: string,
): Promise<string> {
  const { main } = context.pools;
  const values = { status, severity, assigneeId: assignee_id === 'me' ? actor.userId : assignee_id };
  const revision = ifMatch?.slice(1, -1) ?? null;
  const wanted = { id, teamIds: actor.teamIds, revision };
  const change = (db: Db) => changeOne(db, authorOf(actor), wanted, values);
  const first = await retryTransient(() => change(main));
  const isLate = first.is_there && !first.is_current && first.is_member;
  const outcome = isLate ? await inTransaction(main, (trx) => lockAndChange(trx)) : first;
  if (!outcome.is_there) throw notFound();
  if (!outcome.is_member) throw invalid('assignee_id', 'must be a member of the team');
  if (!outcome.has_revision) throw bugHasChanged();
  if (!outcome.bug) throw notFound();
  return toBugJson(context, outcome.bug);

  /** What comes after the statement that locks sees the bug as it is then, however many others wait for it, too. */
  async function lockAndChange(trx: Trx): Promise<Outcome> {
    if (values.assigneeId) await lockTeamsOf(trx, actor.teamIds, values.assigneeId);
    await lockBugs(trx, { ids: [id], teamIds: actor.teamIds });
    return change(trx);
  }
}

export async function deleteBug(context: Context, actor: Actor, id: number, ifMatch?: string): Promise<void> {
  const bugs = { ids: [id], teamIds: actor.teamIds };
  const deleted = await inTransaction(context.pools.main, async (trx) => {
    await lockForDeletion(trx, bugs);
    await requireRevision(trx, actor, id, ifMatch);
    return deleteBugs(trx, authorOf(actor), bugs);
  });
  if (deleted === 0) throw notFound();
}
