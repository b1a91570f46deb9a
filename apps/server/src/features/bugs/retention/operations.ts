import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ActivityAuthor } from '../../activity/queries.ts';
import { deleteBugs, lockForDeletion } from '../queries/delete.ts';
import * as queries from './queries.ts';

/** So few that their locks are held for a fraction of a second, whatever hangs on them. */
const bugsPerPortion = 100;

/** No person deletes these. */
const nobody: ActivityAuthor = { actorId: null, via: 'api' };

/**
 * Deletes some of the bugs that `RETENTION_DAYS` keeps no longer, as a person would delete them, and says how long to rest. Each
 * portion is complete by itself: it does not matter where a process dies, and without the setting nothing goes on.
 */
export async function deleteSomeExpired(context: Context): Promise<number> {
  const { retentionDays: days } = context.config;
  if (days === null) return Number.POSITIVE_INFINITY;
  const { found, deleted } = await context.budget.spend(() =>
    inTransaction(context.pools.main, (trx) => deletePortion(trx, days)),
  );
  context.metrics.deleted.of({ what: 'bugs' }).add(deleted);
  return found < bugsPerPortion ? Number.POSITIVE_INFINITY : 0;
}

async function deletePortion(trx: Trx, days: number): Promise<{ found: number; deleted: number }> {
  const bugs = await queries.findExpired(trx, days, bugsPerPortion);
  if (bugs.ids.length === 0) return { found: 0, deleted: 0 };
  await lockForDeletion(trx, bugs);
  // Somebody may have opened one again before it was locked.
  const ids = await queries.selectStillExpired(trx, days, bugs);
  return { found: bugs.ids.length, deleted: await deleteBugs(trx, nobody, { ...bugs, ids }) };
}
