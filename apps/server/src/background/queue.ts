import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { currentRequestId } from '../tracing/cause.ts';

export interface JobOptions {
  /** At most one job has this key. Enqueued again while it runs, it runs once more. */
  uniqueKey?: string;
  delaySeconds?: number;
}

/** Call in the transaction that makes the job necessary. */
export async function addJob(
  db: Db,
  kind: string,
  payload: Record<string, unknown>,
  { uniqueKey, delaySeconds }: JobOptions = {},
): Promise<void> {
  await addJobs(db, kind, [{ payload, uniqueKey }], delaySeconds);
}

/** A running job is run once more, because its `run_at` changes. */
export async function addJobs(
  db: Db,
  kind: string,
  jobs: { payload: Record<string, unknown>; uniqueKey?: string | undefined }[],
  delaySeconds = 0,
): Promise<void> {
  await sql`
    insert into jobs (kind, payload, unique_key, run_at, request_id)
    select ${kind}, payload, "uniqueKey", clock_timestamp() + make_interval(secs => ${delaySeconds}),
      ${currentRequestId()}::uuid
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as asked (payload jsonb, "uniqueKey" text)
    order by "uniqueKey"
    on conflict (unique_key) do update
      set run_at = greatest(jobs.run_at + interval '1 microsecond', excluded.run_at)
      where jobs.leased_until is not null`.execute(db);
}

export interface LeasedJob {
  id: number;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
  run_at: string;
  /** The fencing token: a later lease has a later time. */
  leased_until: string;
  request_id: string | null;
}

/** If a node dies, its jobs are delayed by at most this long. */
export const leaseSeconds = 60;

const lease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;

export async function leaseJobs(
  db: Db,
  kinds: { recurring: string[]; others: string[] },
  limit: number,
): Promise<LeasedJob[]> {
  const due = (names: string[]) => sql`select id from jobs
    where run_at <= now() and (leased_until is null or leased_until < now()) and kind = any(${names})`;
  const { rows } = await sql<LeasedJob>`
    with recurring as materialized (${due(kinds.recurring)} for update skip locked),
    other as materialized (${due(kinds.others)} order by run_at, id limit ${limit} for update skip locked)
    update jobs set leased_until = ${lease}, attempts = attempts + 1
    from (select id from recurring union all select id from other) as taken
    where jobs.id = taken.id
    returning jobs.id, kind, payload, attempts, run_at::text, leased_until::text, request_id`.execute(db);
  return rows;
}

/** Matches no row once another process holds the lease. */
const isHeld = ({ id, leased_until }: LeasedJob) =>
  sql<boolean>`id = ${id} and leased_until = ${leased_until}::timestamptz`;

const isUnchanged = (job: LeasedJob) => sql<boolean>`${isHeld(job)} and run_at = ${job.run_at}::timestamptz`;

export async function renewLease(db: Db, job: LeasedJob): Promise<boolean> {
  const renewed = await db
    .updateTable('jobs')
    .set({ leased_until: lease })
    .where(isHeld(job))
    .returning(sql<string>`leased_until::text`.as('leased_until'))
    .executeTakeFirst();
  Object.assign(job, renewed);
  return renewed !== undefined;
}

/** Deletes a finished job. One that was enqueued again meanwhile is kept and runs once more. */
export async function finishJob(db: Db, job: LeasedJob): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('jobs').where(isUnchanged(job)).executeTakeFirst();
  if (numDeletedRows === 0n) await resetJob(db, job);
}

export async function postponeJob(
  db: Db,
  job: LeasedJob,
  seconds: number,
  error: string | null,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      leased_until: null,
      run_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
      attempts: error === null ? 0 : job.attempts,
      last_error: error,
    })
    .where(isHeld(job))
    .execute();
}

/**
 * Dead-letters a job that failed too often: it is kept for operators and not retried, unless it was enqueued again meanwhile.
 */
export async function deadLetterJob(db: Db, job: LeasedJob, error: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leased_until: null, run_at: sql<Date>`'infinity'`, unique_key: null, last_error: error })
    .where(isUnchanged(job))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await resetJob(db, job);
}

async function resetJob(db: Db, job: LeasedJob): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ leased_until: null, attempts: 0, last_error: null })
    .where(isHeld(job))
    .execute();
}
