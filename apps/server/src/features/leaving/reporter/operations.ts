import type { Actor } from '../../../auth/actor.ts';
import { requireTeam } from '../../../auth/ownership.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { lockBugs } from '../../bugs/queries/lock.ts';
import { rewriteWords } from '../../search/index/queries.ts';
import { findBugIds } from '../../search/queries/find.ts';
import * as queries from './queries.ts';

const portion = 500;

/**
 * Forgets a reporter in a team: the address and the identifier on bugs, the words by which they are found, bodies that were
 * sent, answers that are kept for repeats, and mails that are yet to come. It goes in portions, because a reporter may have
 * reported any number of bugs. Each portion is complete by itself, and what is left after a failure is found again.
 *
 * It is no edit of a bug: revisions grow, but nothing is written into timelines.
 */
export async function eraseReporter(
  context: Context,
  actor: Actor,
  teamId: number,
  email: string,
): Promise<{ affected: number }> {
  requireTeam(actor, teamId);
  const { main } = context.pools;
  await queries.deleteNoticesTo(main, teamId, email);
  await queries.eraseFromIdempotencyKeys(main, teamId, email);
  let affected = 0;
  for (let ids = await findSome(context, actor, teamId, email); ids.length > 0; ) {
    const erased = await erase(context, teamId, ids);
    affected += erased;
    ids = erased > 0 ? await findSome(context, actor, teamId, email) : [];
  }
  return { affected };
}

function findSome(context: Context, actor: Actor, teamId: number, reporter: string): Promise<number[]> {
  const filters = { teamIds: [teamId], labelIds: [], reporter };
  return context.pools.search.run(actor, [teamId], (db) =>
    findBugIds(db, filters, undefined, { before: null, count: portion }),
  );
}

async function erase({ pools }: Context, teamId: number, ids: number[]): Promise<number> {
  return inTransaction(pools.main, async (trx) => {
    await lockBugs(trx, { ids, teamIds: [teamId] });
    const erased = await queries.eraseFromBugs(trx, ids);
    await queries.eraseFromDeliveries(trx, ids);
    await rewriteWords(trx, ids);
    return erased;
  });
}
