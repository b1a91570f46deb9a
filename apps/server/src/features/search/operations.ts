import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { isSomethingNew, lockCursor, moveCursor, selectEndPosition } from '../events/queries.ts';
import { type CreatedBug, fileWords, insertWords, selectCreatedBetween } from './queries.ts';

const cursor = 'search_cursor';

/** As long as they are being written, nobody is told of anything newer (see features/events): that must be short. */
const atOnce = 200;

/** A node that is to stop waits for the jobs in its hands. */
const patienceMs = 5_000;

/** Finding a bug's words takes longer than storing it: in a flood of reports, this must leave room for them. */
const restFactor = 3;

/** Makes the words of new bugs ready to be searched for. Until then a search reads the bugs themselves. */
export async function indexNewBugs(context: Context): Promise<void> {
  const stopAt = Date.now() + patienceMs;
  for (;;) {
    const startedAt = Date.now();
    const indexed = await indexSome(context);
    if (indexed > 0) await fileWords(context.db);
    if (indexed < atOnce || Date.now() > stopAt) return;
    await sleep((Date.now() - startedAt) * restFactor);
  }
}

/** Whichever process comes first does it; says how many there were. */
async function indexSome({ db }: Context): Promise<number> {
  if (!(await isSomethingNew(db, cursor))) return 0;
  return db.transaction().execute(async (trx) => {
    const after = await lockCursor(trx, cursor);
    if (!after) return 0;
    const upTo = await selectEndPosition(trx);
    const created = await selectCreatedBetween(trx, { after, upTo, limit: atOnce });
    const ids = created.map(({ bug_id }) => bug_id);
    if (ids.length > 0) await insertWords(trx, ids);
    await moveCursor(trx, ids.length < atOnce ? upTo : (created.at(-1) as CreatedBug), cursor);
    return ids.length;
  });
}
