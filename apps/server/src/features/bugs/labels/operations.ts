import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { notFound } from '../../../errors.ts';
import { authorOf } from '../../activity/queries.ts';
import { getBug, requireRevision } from '../operations.ts';
import { lockBugs } from '../queries/lock.ts';
import type { LabelChoice } from './queries.ts';
import * as queries from './queries.ts';

/** Puts a label on a bug, and returns the bug as JSON. */
export async function attachLabel(
  context: Context,
  actor: Actor,
  bugId: number,
  label: LabelChoice,
  ifMatch?: string,
): Promise<string> {
  const bugs = { ids: [bugId], teamIds: actor.teamIds };
  const found = await inTransaction(context.pools.main, async (trx) => {
    const isThere = await queries.lockLabel(trx, actor.teamIds, label);
    await lockBugs(trx, bugs);
    await requireRevision(trx, actor, bugId, ifMatch);
    return isThere ? queries.attachLabel(trx, authorOf(actor), bugs, label) : 0;
  });
  if (found === 0) throw notFound();
  return getBug(context, actor, bugId);
}

/** Takes a label off a bug, and returns the bug as JSON. */
export async function detachLabel(
  context: Context,
  actor: Actor,
  bugId: number,
  label: LabelChoice,
  ifMatch?: string,
): Promise<string> {
  const bugs = { ids: [bugId], teamIds: actor.teamIds };
  const found = await inTransaction(context.pools.main, async (trx) => {
    await lockBugs(trx, bugs);
    await requireRevision(trx, actor, bugId, ifMatch);
    return queries.detachLabel(trx, authorOf(actor), bugs, label);
  });
  if (found === 0) throw notFound();
  return getBug(context, actor, bugId);
}
