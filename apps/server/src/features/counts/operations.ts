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
 * The size of a batch is adapted so that its transaction takes about this long. It must be short: while a transaction runs,
 * vacuum can remove no tuple that has died since it began (MVCC). Small batches are no good either, because many deltas
 * change the same counts and cancel out only within a batch.
 */
const batchMs = 75;
const smallestBatch = 1_000;
const largestBatch = 10_000;

const worthVacuuming = 200;

/**
 * More deltas than this in one run are a flood of changes. Then folding rests for longer, which leaves the database to the
 * changes; the more deltas have come by the next run, the more of them cancel each other out.
 */
const flood = largestBatch;
/** A run is part of a job's turn, which has to end before its lease does. */
const longestRunMs = 10_000;
const restFactor = 4;
const shortestRestMs = 1_000;
const longestRestMs = 5_000;

/**
 * Folds the deltas that have been committed into the counts. Says how many milliseconds to rest before the next run:
 * infinity means that there is no hurry.
 */
export async function foldCounts({ pools: { main: db } }: Context): Promise<number> {
  const begunAt = performance.now();
  let total = 0;
  let batchSize = smallestBatch;
  for (
    let isMore = true;
    isMore && total < 20 * largestBatch && performance.now() - begunAt < longestRunMs;
  ) {
    const startedAt = performance.now();
    const folded = await foldDeltas(db, batchSize);
    const tookMs = performance.now() - startedAt;
    total += folded;
    isMore = folded === batchSize;
    const wasShort = tookMs < batchMs;
    batchSize = wasShort ? Math.min(batchSize * 2, largestBatch) : Math.max(batchSize / 2, smallestBatch);
  }
  if (await isDeltasTableLarge(db)) await shrinkDeltas(db);
  else if (total > worthVacuuming) await vacuumDeltas(db);
  if (total <= flood) return Number.POSITIVE_INFINITY;
  return Math.min(shortestRestMs + (performance.now() - begunAt) * restFactor, longestRestMs);
}

/**
 * Folds what is left and truncates the table: after a flood it is a large file with hardly a row in it. When others are
 * using the table, this gives up and is tried again in the next run.
 */
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
