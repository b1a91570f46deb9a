import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isDatabaseTrouble, isLockedTooLong, isStatementTooLong } from '../../../db/unreachable.ts';
import { consumeOutbox, type Progress } from '../../events/outbox/operations.ts';
import { readOutbox } from '../../events/outbox/reader.ts';
import { isUntidy, tidyDictionary } from '../dictionary/queries.ts';
import { fileWords, insertNoWords, insertWords, isRefused } from './queries.ts';

/**
 * As long as they are being written, whoever deletes bugs waits (see the migration of search): that must be short. It is
 * shorter while reports come in, which are stored more slowly meanwhile.
 */
const longestMs = 250;
/** How many bugs are indexed at once: the more there are, the less each costs. Long texts make it fewer. */
const [fewest, most] = [1, 2_000];
/** Splitting texts is what takes the time, so that is done on so many connections. */
const hands = 2;
/** So few are not worth a second connection. */
const forOneHand = 100;

/** How soon to go on when bugs are being deleted: that is done in portions, and the index has its turn between two. */
const turnMs = 50;

/** Follows new bugs. It remembers how many of them at once do not take long. */
export function createIndexer(): (context: Context) => Promise<number> {
  let atOnce = 200;

  /**
   * Makes the words of some new bugs ready to be searched for. Until then a search reads the bugs themselves, or says that
   * it did not. When there are none, it tidies the dictionary. Says how long to rest; for ever when nothing is left to do.
   */
  async function step(context: Context): Promise<number> {
    const begunAt = performance.now();
    const { isFull, isHeld } = await indexSome(context, atOnce).catch((error) => {
      // It may have been too much for one statement, so that less is tried before the job is put back for a while.
      if (atOnce === fewest || (isDatabaseTrouble(error) && !isStatementTooLong(error))) throw error;
      atOnce = fewest;
      context.log.warn({ err: error }, 'indexing failed; going on with one report at a time');
      return { isFull: true, isHeld: false };
    });
    if (isHeld) return turnMs;
    await fileWords(context.pools.main);
    const tookMs = performance.now() - begunAt;
    if (tookMs > longestMs) atOnce = Math.max(fewest, Math.floor(atOnce / 2));
    else if (isFull && tookMs < longestMs / 2) atOnce = Math.min(most, atOnce * 2);
    if (isFull) return 0;
    if (!(await isUntidy(context.pools.main))) return Number.POSITIVE_INFINITY;
    await inTransaction(context.pools.main, tidyDictionary).catch((error) => {
      if (!isLockedTooLong(error)) throw error;
    });
    return turnMs;
  }

  return step;
}

const indexSome = (context: Context, limit: number): Promise<Pick<Progress, 'isFull' | 'isHeld'>> =>
  consumeOutbox(context.pools.main, {
    cursor: 'search_cursor',
    read: (trx, after) => readOutbox(trx, { after }, { kind: 'created', limit }),
    // The cursor is locked until all hands are done. They commit before it moves: after a crash they do it once more.
    async handle(_trx, rows) {
      const bugIds = rows.map(({ bug_id }) => bug_id);
      const each = Math.max(forOneHand, Math.ceil(bugIds.length / hands));
      const parts = Array.from({ length: Math.ceil(bugIds.length / each) }, (_, nth) =>
        bugIds.slice(nth * each, (nth + 1) * each),
      );
      const ended = await Promise.allSettled(parts.map((part) => indexAll(context, part)));
      const failure = ended.find(({ status }) => status === 'rejected');
      if (failure?.status === 'rejected') throw failure.reason;
    },
  });

/**
 * One report whose words the database does not take must not keep all that come after it from being found. It is looked for by
 * halves, so that the others cost little more.
 */
async function indexAll(context: Context, bugIds: number[]): Promise<void> {
  const { main } = context.pools;
  try {
    return await insertWords(main, bugIds);
  } catch (error) {
    if (!isRefused(error, bugIds.length)) throw error;
    if (bugIds.length === 1) {
      context.log.error({ err: error, bug_id: bugIds[0] }, 'the words of a report cannot be indexed');
      return insertNoWords(main, bugIds);
    }
  }
  const half = Math.ceil(bugIds.length / 2);
  await indexAll(context, bugIds.slice(0, half));
  await indexAll(context, bugIds.slice(half));
}
