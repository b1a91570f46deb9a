import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { ApiError, invalid, stillIndexing } from '../../../errors.ts';
import { findAtOnce } from '../../search/operations.ts';
import { matchAll } from '../../search/queries/walk.ts';
import { resolveFilters } from '../filters/operations.ts';
import type { BulkChange, ByFilter } from './schema.ts';

/** The bugs that a bulk change is meant for. */
export interface Choice {
  ids: number[];
  /** Whether all of them are still what was asked for. It is asked when they are locked and cannot change any more. */
  holds(trx: Trx): Promise<boolean>;
}

/** Says which bugs are meant. Of ids, those of other teams are left out when they are changed. */
export function chooseBugs(context: Context, actor: Actor, change: BulkChange): Promise<Choice> {
  const { ids, filter, except, expected_total } = change;
  if ((ids === undefined) === (filter === undefined))
    throw invalid('ids', 'must be given, or `filter` in its place, and not both');
  if (filter === undefined) {
    if (except !== undefined) throw invalid('except', 'goes with `filter` only');
    return Promise.resolve({ ids: ids ?? [], holds: async () => true });
  }
  if (expected_total === undefined) throw invalid('expected_total', 'is required with `filter`');
  return chooseByFilter(context, actor, { filter, except, expected_total });
}

const bugsAllowed = 10_000;

async function chooseByFilter(
  context: Context,
  actor: Actor,
  { filter, except = [], expected_total }: ByFilter,
): Promise<Choice> {
  const filters = await resolveFilters(context, actor, filter);
  const { ids, total, indexing } = await findAtOnce(context, actor, filters, bugsAllowed + 1);
  if (indexing) throw stillIndexing();
  if (ids.length > bugsAllowed)
    throw invalid('filter', `must match at most ${bugsAllowed.toLocaleString('en')} bugs`);
  if (total !== expected_total) throw otherTotal(total);
  const exceptions = new Set(except);
  const chosen = ids.filter((id) => !exceptions.has(id));
  return {
    ids: chosen,
    // What a search looks at never changes, so whatever was found is found still.
    holds: (trx) => matchAll(trx, filters, chosen),
  };
}

const otherTotal = (total: number) =>
  new ApiError(409, 'Other bugs match by now: look at them, and send the total of the list', {
    more: { total },
  });
