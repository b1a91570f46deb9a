import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ActivityAuthor } from '../../activity/queries.ts';
import { deleteBugs, lockForDeletion } from '../queries/delete.ts';
import * as queries from './queries.ts';

/** How many bugs are looked at for a portion, and how many deleted: so few that their locks are held for a moment only. */
const portion = { looks: 2_000, limit: 100 };

/** No person deletes these. */
const nobody: ActivityAuthor = { actorId: null, via: 'api', requestId: null };

/**
 * Goes through all bugs, once a day, and deletes those that `RETENTION_DAYS` keeps no longer, as a person would. Each portion
 * is complete by itself: it does not matter where a process dies.
 */
export async function deleteExpiredBugs(context: Context, stopping: AbortSignal): Promise<void> {
  const { retentionDays: days } = context.config;
  if (days === null) return;
  let isMore = true;
  while (isMore && !stopping.aborted) isMore = await deleteSomeExpired(context, days);
}

async function deleteSomeExpired(context: Context, days: number): Promise<boolean> {
  const { deleted, isOver } = await inTransaction(context.pools.main, (trx) => deletePortion(trx, days));
  context.metrics.deleted.inc({ what: 'bugs' }, deleted);
  return !isOver;
}

async function deletePortion(trx: Trx, days: number): Promise<{ deleted: number; isOver: boolean }> {
  const place = await queries.selectPlace(trx);
  if (place === undefined) return { deleted: 0, isOver: true };
  const { expired, last } = await queries.sweep(trx, days, place, portion);
  const deleted = expired.ids.length > 0 ? await deleteAll(trx, days, expired) : 0;
  await queries.movePlace(trx, last);
  return { deleted, isOver: last === null };
}

async function deleteAll(trx: Trx, days: number, expired: queries.Swept['expired']): Promise<number> {
  await lockForDeletion(trx, expired);
  // Somebody may have opened one again before it was locked.
  const ids = await queries.selectStillExpired(trx, days, expired);
  return deleteBugs(trx, nobody, { ...expired, ids });
}
