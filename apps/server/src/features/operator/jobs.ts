import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { countRows, repeatInPortions, selectPage } from '../../db/sql.ts';
import { notFound } from '../../errors.ts';
import type { Pagination } from '../../schema.ts';

/** The queue sets this time for a dead-lettered job. */
const isDeadLettered = sql<boolean>`run_at = 'infinity'`;

const deadLettered = ({ pools }: Context) => pools.main.selectFrom('jobs').where(isDeadLettered);

export function listFailedJobs(context: Context, page: Pagination) {
  const columns = ['id', 'kind', 'payload', 'attempts', 'last_error'] as const;
  return selectPage(deadLettered(context).select(columns).orderBy('id', 'desc'), page);
}

export type WhichJob = number | 'all';

/** Resets the attempts of one or all dead-lettered jobs. Returns how many. */
export async function retryJob({ pools }: Context, which: WhichJob): Promise<number> {
  if (which === 'all') return repeatInPortions((limit) => retry(pools.main, oldest(limit)));
  return requireOne(await retry(pools.main, sql`id = ${which}`));
}

export const retryBatchSize = 1_000;

export async function retrySomeJobs(context: Context) {
  const affected = await retry(context.pools.main, oldest(retryBatchSize));
  return { affected, remaining: await countRows(deadLettered(context)) };
}

export async function discardJob({ pools }: Context, which: WhichJob): Promise<number> {
  const jobs = pools.main.deleteFrom('jobs').where(isDeadLettered);
  const forgotten = which === 'all' ? jobs : jobs.where('id', '=', which);
  const { numDeletedRows } = await forgotten.executeTakeFirstOrThrow();
  return which === 'all' ? Number(numDeletedRows) : requireOne(Number(numDeletedRows));
}

function requireOne(count: number): number {
  if (count === 0) throw notFound();
  return count;
}

const oldest = (limit: number) =>
  sql<boolean>`id = any(array(
    select id from jobs where ${isDeadLettered} order by id limit ${limit} for update skip locked
  ))`;

async function retry(db: Db, which: RawBuilder<boolean>): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ run_at: sql`now()`, attempts: 0, last_error: null })
    .where(isDeadLettered)
    .where(which)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
