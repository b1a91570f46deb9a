import type { Context } from '../../../context.ts';
import { consumeOutbox } from '../../events/outbox/operations.ts';
import { readOutbox } from '../../events/outbox/reader.ts';
import { fileWords, insertWords, selectLastId } from './queries.ts';

/** As long as they are being written, whoever deletes bugs waits (see the migration of search): that must be short. */
const atOnce = 200;

/** Finding a bug's words takes longer than storing it: a flood of reports comes first, and the index catches up after it. */
const floodPerMs = 0.5;
const restFactor = 9;

/**
 * Makes the words of some new bugs ready to be searched for. Until then a search reads the bugs themselves. Says how long
 * to rest before the next ones; for ever when there are none.
 */
export async function indexNewBugs(context: Context): Promise<number> {
  const before = await readReports(context);
  const isMore = await indexSome(context);
  await fileWords(context.pools.main);
  if (!isMore) return Number.POSITIVE_INFINITY;
  const now = await readReports(context);
  const tookMs = now.at - before.at;
  return now.lastId - before.lastId > tookMs * floodPerMs ? tookMs * restFactor : 0;
}

const readReports = async ({ pools }: Context) => ({
  lastId: await selectLastId(pools.main),
  at: Date.now(),
});

/** Says whether there is more. */
async function indexSome({ pools }: Context): Promise<boolean> {
  const { isFull } = await consumeOutbox(pools.main, {
    cursor: 'search_cursor',
    read: (trx, after) => readOutbox(trx, { after }, { kind: 'created', limit: atOnce }),
    handle: (trx, rows) =>
      insertWords(
        trx,
        rows.map(({ bug_id }) => bug_id),
      ),
  });
  return isFull;
}
