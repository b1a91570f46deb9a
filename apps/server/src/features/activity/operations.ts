import type { Actor } from '../../auth/actor.ts';
import { requireBug } from '../../auth/ownership.ts';
import type { Context } from '../../context.ts';
import type { Pagination } from '../../schema.ts';
import * as queries from './queries.ts';

export async function listActivity(context: Context, actor: Actor, bugId: number, page: Pagination) {
  await requireBug(context.pools.main, actor, bugId);
  const items = await queries.listActivity(context.pools.main, bugId, page);
  const total = await queries.countActivity(context.pools.main, bugId);
  return { items, total, ...page };
}
