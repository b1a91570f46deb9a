import type { Actor } from '../../../auth/actor.ts';
import { requireTeam } from '../../../auth/ownership.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import { withCounts } from '../operations.ts';
import { deleteLabel, lockBugsWithLabel, lockLabels } from '../queries.ts';
import type { Label } from '../schema.ts';
import * as queries from './queries.ts';

/**
 * Makes two labels one: every bug that carries the first gets the second in its place, and the first is deleted. Like the
 * deletion of a label it is no edit of any bug: revisions grow, but nothing is written into timelines.
 *
 * There may be any number of bugs, so they are changed in portions, and a last transaction locks the labels and changes what
 * has got the label meanwhile. A merge that ends half way is completed by the next one.
 */
export async function mergeLabel(context: Context, actor: Actor, merge: queries.Merge): Promise<Label> {
  const { teamId, fromId, intoId } = merge;
  const { main } = context.pools;
  requireTeam(actor, teamId);
  if (fromId === intoId) throw invalid('into_label_id', 'must be another label');
  await mergePortions(context, merge);
  // Each by itself: whoever leaves the team deletes theirs in whatever order the database likes.
  for (const id of await queries.listViews(main, merge)) await queries.moveView(main, merge, id);
  const into = await inTransaction(main, async (trx) => {
    if (!(await lockLabels(trx, [teamId], [fromId, intoId]))) throw notFound();
    await lockBugsWithLabel(trx, [teamId], fromId);
    await queries.moveLabel(trx, merge, 'all');
    await deleteLabel(trx, fromId);
    return queries.findLabel(trx, teamId, intoId);
  });
  const [counted] = await withCounts(main, into ? [into] : []);
  return counted as Label;
}

async function mergePortions({ pools }: Context, merge: queries.Merge): Promise<void> {
  for (let afterId = 0; ; ) {
    const last = await inTransaction(pools.main, async (trx) => {
      if (!(await queries.keepLabels(trx, merge))) throw notFound();
      const bugIds = await queries.lockNextBugs(trx, merge, afterId);
      if (bugIds.length > 0) await queries.moveLabel(trx, merge, bugIds);
      return bugIds.at(-1);
    });
    if (last === undefined) return;
    afterId = last;
  }
}
