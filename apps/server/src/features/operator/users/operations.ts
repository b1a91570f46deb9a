import type { Context } from '../../../context.ts';
import type { Pagination } from '../../../schema.ts';
import * as queries from './queries.ts';

export async function listUsers({ pools }: Context, search: string, page: Pagination) {
  const [items, total] = await Promise.all([
    queries.listUsers(pools.main, search, page),
    queries.countUsers(pools.main, search),
  ]);
  return { items, total, limit: page.limit, offset: page.offset };
}
