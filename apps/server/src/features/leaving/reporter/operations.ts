import type { Actor } from '../../../auth/actor.ts';
import { requireTeam } from '../../../auth/ownership.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { foldAscii } from '../../../fold-ascii.ts';
import { changeBugs, lockBugs } from '../../activity/change-bugs.ts';
import { resolveFilters } from '../../bugs/filters.ts';
import { selectIds } from '../../bugs/list.ts';
import { reindexNow } from '../../search/search.ts';
import * as queries from './queries.ts';

const portion = 500;

/** Somebody who has reported to a team, by address or identifier. */
interface Place {
  context: Context;
  actor: Actor;
  teamId: number;
}

/**
 * Forgets a reporter in a team: the address and the identifier on bugs, the words by which they are found, bodies that were
 * sent, views that list their bugs, answers that are kept for repeats, mails that are yet to come, and the address as one that
 * mails went to. It goes in portions, because a reporter may have reported any number of bugs. Each portion is complete by
 * itself, and what is left after a failure is found again. What follows from bugs goes after them, so that nothing more does.
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
  const place = { context, actor, teamId };
  const { affected, identifiers } = await eraseFromBugs(place, email);
  await eraseFromViews(place, email, identifiers);
  const { main } = context.pools;
  await inTransaction(main, (trx) => queries.eraseFromIdempotencyKeys(trx, teamId, email));
  await inTransaction(main, (trx) => queries.eraseFromMails(trx, teamId, email));
  return { affected };
}

/** From the newest to the oldest: reports that come meanwhile are newer than all of them, so that there is an end. */
async function eraseFromBugs(place: Place, email: string) {
  const identifiers = new Set<string>();
  let affected = 0;
  for (let before: number | null = null; ; ) {
    const ids = await findSome(place, email, before, portion);
    if (ids.length === 0) return { affected, identifiers };
    const erased = await erase(place, ids);
    // Whoever made a body meanwhile may have read the bug as it was, for an event that came too late to be seen from within.
    await inTransaction(place.context.pools.main, (trx) => queries.eraseFromDeliveries(trx, ids));
    affected += erased.length;
    for (const identifier of erased) if (identifier !== null) identifiers.add(foldAscii(identifier));
    before = ids.at(-1) ?? 0;
  }
}

/** Some of the newest bugs of a reporter with ids below `before`, the newest first. */
async function findSome(
  { context, actor, teamId }: Place,
  reporter: string,
  before: number | null,
  count: number,
): Promise<number[]> {
  const filters = await resolveFilters(context, actor, { team_id: teamId, reporter });
  return context.pools.search.run(actor, [teamId], (db) => selectIds(db, filters, count, before));
}

/** Answers the identifiers that stood beside the address, one for each bug. */
async function erase({ context, teamId }: Place, ids: number[]): Promise<(string | null)[]> {
  return inTransaction(context.pools.main, async (trx) => {
    const bugs = await lockBugs(trx, { ids, teamIds: [teamId] });
    const erased = await changeBugs(trx, null, bugs, () => ({
      reporter_email: null,
      reporter_identifier: null,
    }));
    await queries.eraseFromDeliveries(trx, ids);
    await reindexNow(trx, ids);
    return erased.map(({ bug }) => bug.reporter_identifier);
  });
}

/**
 * Views by this reporter find nothing any more, and are deleted. An identifier may be that of others too, such as the name of
 * a machine: views by one that still finds bugs are kept. Each goes by itself, whatever others do with several.
 */
async function eraseFromViews(place: Place, email: string, identifiers: Set<string>): Promise<void> {
  const { main } = place.context.pools;
  const address = foldAscii(email);
  for (const { id, reporter } of await queries.listViewsByReporter(main, place.teamId)) {
    const isErased =
      reporter === address ||
      (identifiers.has(reporter) && (await findSome(place, reporter, null, 1)).length === 0);
    if (isErased) await queries.deleteViewByReporter(main, id, reporter);
  }
}
