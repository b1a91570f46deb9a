import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import * as queries from './queries.ts';

/**
 * Tells the log of the first report of a month that a project drops, for each reason. Whoever sends it is not told, so this and
 * the project's usage are where an operator sees it. The text of reports stays out of the log.
 */
export async function tellDrops({ pools, log }: Context): Promise<void> {
  const drops = await inTransaction(pools.main, queries.insertNotices);
  for (const { project_id, team_id, month, reason, dropped } of drops)
    log.warn({ project: project_id, team: team_id, month, reason, dropped }, 'reports are dropped');
}
