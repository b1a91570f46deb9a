import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

/** Work to be done soon, by any node. Written in the transaction that makes it necessary. */
export async function addJob(
  db: Db,
  kind: string,
  payload: Record<string, unknown>,
  options: { uniqueKey?: string } = {},
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ kind, payload, unique_key: options.uniqueKey ?? null })
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .execute();
}

export interface LeasedJob {
  id: number;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
}

/** How long a job is out of reach for others. A node that dies holding it delays it by no more than this. */
const leaseSeconds = 60;

/** Takes jobs that are due and that nobody holds. */
export async function leaseJobs(db: Db, kinds: string[], count: number): Promise<LeasedJob[]> {
  const { rows } = await sql<LeasedJob>`
    update jobs set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id in (
      select id from jobs
      where run_at <= now() and (leased_until is null or leased_until < now()) and kind = any(${kinds})
      order by run_at, id limit ${count}
      for update skip locked
    )
    returning id, kind, payload, attempts`.execute(db);
  return rows;
}

export async function finishJob(db: Db, job: LeasedJob): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', job.id).execute();
}

/** Puts a job back, to be taken again after so many seconds. */
export async function postponeJob(
  db: Db,
  job: LeasedJob,
  seconds: number,
  error: string | null,
): Promise<void> {
  await sql`update jobs set leased_until = null, run_at = now() + make_interval(secs => ${seconds}),
    attempts = ${error === null ? 0 : job.attempts}, last_error = ${error} where id = ${job.id}`.execute(db);
}

/** A job that failed too often stays for people to see; it is not tried again. */
export async function buryJob(db: Db, job: LeasedJob, error: string): Promise<void> {
  await sql`update jobs set leased_until = null, run_at = 'infinity', unique_key = null, last_error = ${error}
    where id = ${job.id}`.execute(db);
}
