import type { Context } from '../../context.ts';
import type { Database } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  deleteEmptyCounts,
  foldDeltas,
  isDeltasTableLarge,
  lockDeltas,
  truncateDeltas,
  vacuumDeltas,
} from './queries/counts.ts';

/**
 * While a transaction is running, no row that changes meanwhile is cleared away: it must be short. Few at once are worse
 * too, because many of them change the same counts.
 */
const shortMs = 75;
const fewest = 1_000;
const most = 10_000;

const worthVacuuming = 200;

/** In a flood of changes it leaves room for them; the more have come by the next time, the more cancel each other out. */
const flood = most;
const restFactor = 4;
const shortestRestMs = 1_000;
const longestRestMs = 5_000;

/** Says how long to rest before the next time; for ever when there is no hurry. */
export async function foldCounts({ pools: { main: db } }: Context): Promise<number> {
  const begunAt = Date.now();
  let total = 0;
  let atOnce = fewest;
  for (let isMore = true; isMore && total < 20 * most; ) {
    const startedAt = Date.now();
    const folded = await foldDeltas(db, atOnce);
    total += folded;
    isMore = folded === atOnce;
    atOnce = Date.now() - startedAt < shortMs ? Math.min(atOnce * 2, most) : Math.max(atOnce / 2, fewest);
  }
  if (await isDeltasTableLarge(db)) await shrinkDeltas(db);
  else if (total > worthVacuuming) await vacuumDeltas(db);
  if (total <= flood) return Number.POSITIVE_INFINITY;
  return Math.min(shortestRestMs + (Date.now() - begunAt) * restFactor, longestRestMs);
}

/** A flood leaves a large table behind, with hardly anything in it. When others are using it, it has time. */
async function shrinkDeltas(db: Database): Promise<void> {
  try {
    await inTransaction(db, async (trx) => {
      await lockDeltas(trx);
      await foldDeltas(trx, Number.MAX_SAFE_INTEGER);
      await truncateDeltas(trx);
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
}

const isLockTimeout = (error: unknown) => (error as { code?: string }).code === '55P03';

export async function forgetEmptyCounts({ pools: { main: db } }: Context): Promise<void> {
  await deleteEmptyCounts(db);
}
