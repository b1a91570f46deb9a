import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Pagination } from '../../../schema.ts';

/** Whoever gives a job up sets this time (see the queue of jobs). */
const isGivenUp = sql<boolean>`run_at = 'infinity'`;

export function listGivenUp(db: Db, { limit, offset }: Pagination) {
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
