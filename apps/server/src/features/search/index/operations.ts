import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { lockCursor, lookAhead, moveCursor } from '../../events/queries.ts';
import { selectStretch } from '../../events/stretch.ts';
import { fileWords, insertWords, selectLastId } from './queries.ts';

const cursor = 'search_cursor';

/** As long as they are being written, whoever deletes bugs waits (see 0004-search.ts): that must be short. */
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

/** Whichever process comes first does it; says whether there is more. */
async function indexSome({ pools: { main: db } }: Context): Promise<boolean> {
  if (!(await lookAhead(db, cursor)).isSomethingNew) return false;
  return inTransaction(db, async (trx) => {
    const after = await lockCursor(trx, cursor);
    if (!after) return false;
    const wanted = { kind: 'created', limit: atOnce } as const;
    const { rows, end, isFull } = await selectStretch(trx, { after }, wanted);
    const ids = rows.map(({ bug_id }) => bug_id);
    if (ids.length > 0) await insertWords(trx, ids);
    await moveCursor(trx, end, cursor);
    return isFull;
  });
}
