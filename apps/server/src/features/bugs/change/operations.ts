import type { Actor } from '../../../auth/actor.ts';
import { requireBug } from '../../../auth/ownership.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import { authorOf } from '../../activity/queries.ts';
import { getBug, requireRevision } from '../operations.ts';
import { deleteBugs, lockForDeletion } from '../queries/delete.ts';
import { lockBugs } from '../queries/lock.ts';
import { changeBugs, lockTeamsOf } from './queries.ts';
import type { BugPatch } from './schema.ts';

/** Changes a bug and returns it as JSON. `ifMatch` is that of the request (see requireRevision). */
export async function updateBug(
  context: Context,
  actor: Actor,
  id: number,
  { status, severity, assignee_id }: BugPatch,
  ifMatch?: string,
): Promise<string> {
  const assigneeId = assignee_id === 'me' ? actor.userId : assignee_id;
  const bugs = { ids: [id], teamIds: actor.teamIds };
  const found = await inTransaction(context.pools.main, async (trx) => {
    if (typeof assigneeId === 'number') await requireAssignable(trx, actor, id, assigneeId);
    await lockBugs(trx, bugs);
    await requireRevision(trx, actor, id, ifMatch);
    return changeBugs(trx, authorOf(actor), bugs, { status, severity, assigneeId });
  });
  if (found === 0) throw notFound();
  return getBug(context, actor, id);
}

/** Makes sure that the user is in the bug's team, and stays in it until the transaction ends. */
async function requireAssignable(trx: Trx, actor: Actor, id: number, userId: number): Promise<void> {
  const teamId = await requireBug(trx, actor, id);
  const teams = await lockTeamsOf(trx, [teamId], userId);
  if (teams.length === 0) throw invalid('assignee_id', 'must be a member of the team');
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
