import type { Context } from '../../../context.ts';
import { isDatabaseTrouble, isStatementTooLong } from '../../../db/unreachable.ts';
import { consumeOutbox, type Progress } from '../../events/outbox/operations.ts';
import { readOutbox } from '../../events/outbox/reader.ts';
import { fileWords, insertNoWords, insertWords, isRefused, selectLastId } from './queries.ts';

/** As long as they are being written, whoever deletes bugs waits (see the migration of search): that must be short. */
const longestMs = 1_000;
/** How many bugs are indexed at once: the more there are, the less each costs. Long texts make it fewer. */
const [fewest, most] = [1, 2_000];
/** Splitting texts is what takes the time, so that is done on so many connections. */
const hands = 2;
/** So few are not worth a second connection. */
const forOneHand = 100;

/**
 * Finding a bug's words takes longer than storing it: a flood of reports comes first, and the index catches up after it. So
 * many reports in a millisecond begin to be one, and so many are one: then the index has a small part of the time.
 */
const [floodBegins, flood] = [1, 2];
const restFactor = 20;
/** Whether it is over is looked at so often. */
const lookMs = 250;

/** How soon to try again when bugs are being deleted: that is done in portions, and the index has its turn between two. */
const turnMs = 50;

/** Follows new bugs. It remembers how many of them at once do not take long, and for how long it rests in a flood. */
export function createIndexer(): (context: Context) => Promise<number> {
  let atOnce = 200;
  let last = { lastId: 0, at: 0 };
  let restUntil = 0;

  /** From 0 to 1, since the last time that this was asked. */
  async function measureFlood({ pools }: Context): Promise<number> {
    const now = { lastId: await selectLastId(pools.main), at: performance.now() };
    const perMs = last.at === 0 ? 0 : (now.lastId - last.lastId) / (now.at - last.at);
    last = now;
    return Math.min(Math.max((perMs - floodBegins) / (flood - floodBegins), 0), 1);
  }

  /**
   * Makes the words of some new bugs ready to be searched for. Until then a search reads the bugs themselves, or says that
   * it did not. Says how long to rest before the next ones; for ever when there are none.
   */
  return async (context) => {
    if (performance.now() < restUntil && (await measureFlood(context)) > 0) return lookMs;
    const begunAt = performance.now();
    const { isFull, isHeld } = await indexSome(context, atOnce).catch((error) => {
      // It may have been too much for one statement, so that less is tried before the job is put back for a while.
      if (atOnce === fewest || (isDatabaseTrouble(error) && !isStatementTooLong(error))) throw error;
      atOnce = fewest;
      context.log.warn({ err: error }, 'indexing failed; going on with one report at a time');
      return { isFull: true, isHeld: false };
    });
    if (isHeld) return turnMs;
    const tookMs = performance.now() - begunAt;
    if (tookMs > longestMs) atOnce = Math.max(fewest, Math.floor(atOnce / 2));
    else if (tookMs < longestMs / 2) atOnce = Math.min(most, atOnce * 2);
    await fileWords(context.pools.main);
    if (!isFull) return Number.POSITIVE_INFINITY;
    const restMs = (performance.now() - begunAt) * restFactor * (await measureFlood(context));
    restUntil = performance.now() + restMs;
    return Math.min(restMs, lookMs);
  };
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
