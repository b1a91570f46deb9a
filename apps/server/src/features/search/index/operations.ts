import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { lockCursor, lookAhead, moveCursor } from '../../events/queries.ts';
import { selectStretch } from '../../events/stretch.ts';
import { fileWords, insertWords, selectLastId } from './queries.ts';

const cursor = 'search_cursor';

/** As long as they are being written, whoever deletes bugs waits (see 0004-search.ts): that must be short. */
const atOnce = 200;

/** A node that is to stop waits for the jobs in its hands. */
const patienceMs = 5_000;

/** Finding a bug's words takes longer than storing it: a flood of reports comes first, and the index catches up after it. */
const floodPerMs = 0.5;
const restFactor = 9;

/** Makes the words of new bugs ready to be searched for. Until then a search reads the bugs themselves. */
export async function indexNewBugs(context: Context): Promise<void> {
  const stopAt = Date.now() + patienceMs;
  let before = await readReports(context);
  for (;;) {
    const startedAt = Date.now();
    const isMore = await indexSome(context);
    await fileWords(context.pools.main);
    if (!isMore || Date.now() > stopAt) return;
    const now = await readReports(context);
    const isFlood = now.lastId - before.lastId > (now.at - before.at) * floodPerMs;
    before = now;
    if (isFlood) await sleep((now.at - startedAt) * restFactor);
  }
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
