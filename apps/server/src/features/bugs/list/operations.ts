import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { invalid } from '../../../errors.ts';
import { findPage } from '../../search/operations.ts';
import { resolveFilters } from '../filters/operations.ts';
import { listItems } from '../items/operations.ts';
import type { BugList, BugListQuery } from './schema.ts';

/** Lists one page of the bugs that match, newest first. */
export async function listBugs(context: Context, actor: Actor, query: BugListQuery): Promise<BugList> {
  const { limit, offset, before_id: before = null, ...given } = query;
  if (offset !== undefined && before !== null)
    throw invalid('before_id', 'cannot be given together with offset');
  const filters = await resolveFilters(context, actor, given);
  const page = { limit, offset: offset ?? 0, before };
  const { ids, ...total } = await findPage(context, actor, filters, page);
  const items = ids.length > 0 ? await listItems(context, context.pools.main, ids) : [];
  return { items, ...total, limit, offset: page.offset };
}
