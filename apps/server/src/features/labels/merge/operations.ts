import type { Actor } from '../../../auth/actor.ts';
import { requireTeam } from '../../../auth/ownership.ts';
import type { Context } from '../../../context.ts';
import { violatesForeignKey } from '../../../db/constraints.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import { withCounts } from '../operations.ts';
import { deleteLabel } from '../queries.ts';
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
  for (const id of [fromId, intoId]) if (!(await queries.findLabel(main, teamId, id))) throw notFound();
  await mergePortions(context, merge).catch((error) => {
    throw violatesForeignKey(error, 'bug_labels_label_id_fkey') ? notFound() : error;
  });
  await inTransaction(main, (trx) => queries.moveViews(trx, merge));
  const into = await inTransaction(main, async (trx) => {
    await queries.lockNextBugs(trx, merge, 0);
    if (!(await queries.lockLabels(trx, merge))) throw notFound();
    await queries.moveLabel(trx, merge, 'all');
    await deleteLabel(trx, [teamId], fromId);
    return queries.findLabel(trx, teamId, intoId);
  });
  const [counted] = await withCounts(main, into ? [into] : []);
  return counted as Label;
}

async function mergePortions({ pools }: Context, merge: queries.Merge): Promise<void> {
  for (let afterId = 0; ; ) {
    const last = await inTransaction(pools.main, async (trx) => {
      const bugIds = await queries.lockNextBugs(trx, merge, afterId);
      if (bugIds.length > 0) await queries.moveLabel(trx, merge, bugIds);
      return bugIds.at(-1);
    });
    if (last === undefined) return;
    afterId = last;
  }
}
