import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { conflict, invalid, notFound } from '../../../errors.ts';
import { authorOf, insertActivity } from '../../activity/queries.ts';
import { getBug, requireRevision } from '../operations.ts';
import { isDuplicateOf, type LinkedBug, lockLinkedBugs, setDuplicateOf } from './queries.ts';

/** Marks a bug as a duplicate of another one, and returns the marked bug as JSON. */
export async function markDuplicate(
  context: Context,
  actor: Actor,
  id: number,
  otherId: number,
  ifMatch?: string,
): Promise<string> {
  await inTransaction(context.pools.main, async (trx) => {
    const bugs = await lockLinkedBugs(trx, actor.teamIds, [id, otherId]);
    const bug = bugs.find((one) => one.id === id);
    const other = bugs.find((one) => one.id === otherId);
    if (!bug || !other) throw notFound();
    await requireRevision(trx, actor, id, ifMatch);
    if (bug === other) throw isSameBug();
    if (bug.team_id !== other.team_id) throw invalid('other_id', 'must be a bug of the same team');
    if (await isDuplicateOf(trx, otherId, id)) throw wouldBeCircle(id, otherId);
    await changeLink(trx, actor, bug, otherId);
  });
  return getBug(context, actor, id);
}

export const isSameBug = () => invalid('other_id', 'must be another bug');
export const wouldBeCircle = (id: number, otherId: number) =>
  conflict(`Bug ${otherId} is a duplicate of bug ${id} already: the two would go round in a circle`);

/** Takes the mark off a bug, and returns the bug as JSON. */
export async function unmarkDuplicate(
  context: Context,
  actor: Actor,
  id: number,
  ifMatch?: string,
): Promise<string> {
  await inTransaction(context.pools.main, async (trx) => {
    const [bug] = await lockLinkedBugs(trx, actor.teamIds, [id]);
    if (!bug) throw notFound();
    await requireRevision(trx, actor, id, ifMatch);
    await changeLink(trx, actor, bug, null);
  });
  return getBug(context, actor, id);
}

/** Changes what the bug is a duplicate of, and writes an activity if that is a change. */
async function changeLink(trx: Trx, actor: Actor, bug: LinkedBug, otherId: number | null): Promise<void> {
  const { id, duplicate_of_id } = bug;
  if (duplicate_of_id === otherId) return;
  await setDuplicateOf(trx, id, otherId);
  const kind = otherId === null ? 'unmarked_duplicate' : 'marked_duplicate';
  const changes = { duplicate_of_id: { from: duplicate_of_id, to: otherId } };
  await insertActivity(trx, authorOf(actor), [{ bug_id: id, kind, changes }]);
}
