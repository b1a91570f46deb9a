import type { Logger } from 'pino';
import type { Database } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import {
  adoptCursors,
  countMissingIds,
  isAhead,
  isMoved,
  lockOrder,
  numberTransactions,
  passIds,
} from './queries.ts';

/**
 * A database that was dumped and loaded into another server brings its transaction ids along, while that server may be
 * far behind them. What happens there would be taken for what has long been seen, and be handed on to nobody. So
 * transactions are then numbered from 1: those that were loaded, in their order, and then those that this server has
 * written before it was noticed. What was handed on stays so, and cursors go on from where they were.
 */
export async function renumberAfterMove(db: Database, log: Logger): Promise<void> {
  if (!(await isMoved(db))) return;
  if (await isAhead(db)) {
    log.warn('the database comes from another server: its transactions are numbered anew');
    await passIds(db, await countMissingIds(db));
  }
  await inTransaction(db, async (trx) => {
    await lockOrder(trx);
    // Another node may have done it.
    if (!(await isMoved(trx))) return;
    if (await isAhead(trx)) await numberTransactions(trx);
    await adoptCursors(trx);
  });
}
