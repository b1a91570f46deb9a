import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Pagination } from '../../../schema.ts';
import * as queries from './queries.ts';

export async function listGivenUp({ pools }: Context, page: Pagination) {
  const [items, total] = await Promise.all([
    queries.listGivenUp(pools.main, page),
    queries.countGivenUp(pools.main),
  ]);
  return { items, total, limit: page.limit, offset: page.offset };
}

/** Begins again with all its attempts. */
export async function retryJob({ pools }: Context, id: number): Promise<void> {
  if (!(await queries.retryJob(pools.main, id))) throw notFound();
}

export async function forgetJob({ pools }: Context, id: number): Promise<void> {
  if (!(await queries.deleteGivenUp(pools.main, id))) throw notFound();
}
