import type { Db } from '../../../../db/connection.ts';
import type { Filters } from '../../../search/queries/filter.ts';
import { findBugIds } from '../../../search/queries/find.ts';
import { termsOf } from '../../../search/queries/terms.ts';
import { chooseWalk, selectIds } from '../../../search/queries/walk.ts';

export type { Filters } from '../../../search/queries/filter.ts';

/**
 * Keyset pagination: selects the newest ids that are smaller than `before`, so that all matches can be read in batches.
 * Undefined while some of those that match are not indexed yet, and so not known.
 */
export async function selectBugIdsBefore(
  db: Db,
  { search, ...filters }: Filters,
  before: number | null,
  limit: number,
): Promise<number[] | undefined> {
  if (search || termsOf(filters).length > 0) {
    const { ids, isIndexing } = await findBugIds(db, filters, search, { before, count: limit });
    return isIndexing ? undefined : ids;
  }
  return selectIds(db, await chooseWalk(db, filters), { limit, offset: 0 }, { before });
}
