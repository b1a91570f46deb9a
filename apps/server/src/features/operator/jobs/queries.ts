import { sql } from 'kysely';
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

export async function retryJob(db: Db, id: number): Promise<boolean> {
  const retried = await db
    .updateTable('jobs')
    .set({ run_at: sql`now()`, attempts: 0, last_error: null })
    .where('id', '=', id)
    .where(isGivenUp)
    .executeTakeFirst();
  return retried.numUpdatedRows > 0n;
}

export async function deleteGivenUp(db: Db, id: number): Promise<boolean> {
  const deleted = await db.deleteFrom('jobs').where('id', '=', id).where(isGivenUp).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
