import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { repeatInPortions } from '../../db/sql.ts';
import { notFound } from '../../errors.ts';
import type { Pagination } from '../../schema.ts';

export async function listGivenUp({ pools }: Context, page: Pagination) {
  const [items, total] = await Promise.all([selectGivenUp(pools.main, page), countGivenUp(pools.main)]);
  return { items, total, limit: page.limit, offset: page.offset };
}

/** Lets a job, or all that were given up, begin again with all its attempts; returns how many there were. */
export async function retryJob({ pools }: Context, which: WhichJob): Promise<number> {
  if (which === 'all') return repeatInPortions((limit) => retryOldestGivenUp(pools.main, limit));
  return demandOne(which, await retryGivenUp(pools.main, which));
}

/** So many are quickly done, however many there are. */
export const retriedAtOnce = 1_000;

export async function retrySomeJobs({ pools }: Context) {
  const affected = await retryOldestGivenUp(pools.main, retriedAtOnce);
  return { affected, remaining: await countGivenUp(pools.main) };
}

export async function forgetJob({ pools }: Context, which: WhichJob): Promise<number> {
  return demandOne(which, await deleteGivenUp(pools.main, which));
}

function demandOne(which: WhichJob, count: number): number {
  if (count === 0 && which !== 'all') throw notFound();
  return count;
}

/** Whoever gives a job up sets this time (see the queue of jobs). */
const isGivenUp = sql<boolean>`run_at = 'infinity'`;

export function selectGivenUp(db: Db, { limit, offset }: Pagination) {
  return db
    .selectFrom('jobs')
    .select(['id', 'kind', 'payload', 'attempts', 'last_error'])
    .where(isGivenUp)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countGivenUp(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isGivenUp)
    .executeTakeFirstOrThrow();
  return count;
}

/** The id of a job, or all of those that were given up. */
export type WhichJob = number | 'all';

const isMeant = (which: WhichJob) =>
  which === 'all' ? isGivenUp : sql<boolean>`(${isGivenUp} and id = ${which})`;

export const retryGivenUp = (db: Db, id: number): Promise<number> => retry(db, isMeant(id));

/** The oldest of them. What somebody else is at just now is left to them. */
export const retryOldestGivenUp = (db: Db, limit: number): Promise<number> =>
  retry(
    db,
    sql`id = any(array(select id from jobs where ${isGivenUp} order by id limit ${limit} for update skip locked))`,
  );

async function retry(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const retried = await db
    .updateTable('jobs')
    .set({ run_at: sql`now()`, attempts: 0, last_error: null })
    .where(where)
    .executeTakeFirst();
  return Number(retried.numUpdatedRows);
}

export async function deleteGivenUp(db: Db, which: WhichJob): Promise<number> {
  const deleted = await db.deleteFrom('jobs').where(isMeant(which)).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
