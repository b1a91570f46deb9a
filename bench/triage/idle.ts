import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../apps/server/src/db/connection.ts';
import { whenIndexed } from '../../apps/server/test/search.ts';

/**
 * Waits until all changes have been folded into the counts, and passed by the search index, so that what is measured next has
 * the machine for itself.
 */
export async function becomeIdle(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl);
  const isSomethingLeft = async () =>
    (await db.selectFrom('bug_deltas').select('n').limit(1).execute()).length > 0;
  while (await isSomethingLeft()) await sleep(100);
  await whenIndexed({ db });
  await db.destroy();
}
