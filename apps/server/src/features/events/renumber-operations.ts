import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { countTransactions, isAhead, lockOrder, numberTransactions, passIds } from './renumber-queries.ts';

/**
 * A database that was dumped and loaded into another server brings its transaction ids along, while that server may be
 * far behind them. What happens there would come before what has happened, and be handed on to nobody. So transactions
 * are then numbered from 1, in their order. What was handed on stays so, and readers go on from where they were.
 */
export async function renumberAfterMove({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  if (!(await isAhead(db))) return;
  log.warn('the database comes from another server: its transactions are numbered anew');
  await passIds(db, await countTransactions(db));
  await inTransaction(db, async (trx) => {
    await lockOrder(trx);
    // Another node may have done it, and after a short way behind the server has caught up by itself.
    if (await isAhead(trx)) await numberTransactions(trx);
  });
}
