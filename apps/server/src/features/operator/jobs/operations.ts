import type { Context } from '../../../context.ts';
import { repeatInPortions } from '../../../db/portions.ts';
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

/** Lets a job, or all that were given up, begin again with all its attempts; returns how many there were. */
export async function retryJob({ pools }: Context, which: queries.WhichJob): Promise<number> {
  if (which === 'all') return repeatInPortions((limit) => queries.retryOldestGivenUp(pools.main, limit));
  return demandOne(which, await queries.retryGivenUp(pools.main, which));
}

/** So many are quickly done, however many there are. */
export const retriedAtOnce = 1_000;

export async function retrySomeJobs({ pools }: Context) {
  const affected = await queries.retryOldestGivenUp(pools.main, retriedAtOnce);
  return { affected, remaining: await queries.countGivenUp(pools.main) };
}

export async function forgetJob({ pools }: Context, which: queries.WhichJob): Promise<number> {
  return demandOne(which, await queries.deleteGivenUp(pools.main, which));
}

function demandOne(which: queries.WhichJob, count: number): number {
  if (count === 0 && which !== 'all') throw notFound();
  return count;
}
