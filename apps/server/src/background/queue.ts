import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { currentRequestId } from '../tracing/cause.ts';

export interface JobOptions {
  /** At most one job has this key. When it is asked for while it is running, it runs once more. */
  uniqueKey?: string;
  delaySeconds?: number;
}

/** Adds a job that any node may do, in the transaction that makes it necessary. */
export async function addJob(
  db: Db,
  kind: string,
  payload: Record<string, unknown>,
  { uniqueKey, delaySeconds }: JobOptions = {},
): Promise<void> {
  await addJobs(db, kind, [{ payload, uniqueKey }], delaySeconds);
}

/** If the job is running, its new `run_at` makes the worker run it once more afterwards. */
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
  /** The fencing token: another who takes the job after the lease has ended writes a later time. */
  leased_until: string;
  request_id: string | null;
}

/** A node that dies while it holds a job delays it by no more than this. */
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

/** Matches no row once another has taken the job. */
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

/** Deletes a job that is done; one that was asked for again meanwhile stays, to be done once more. */
export async function finishJob(db: Db, job: LeasedJob): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('jobs').where(isUnchanged(job)).executeTakeFirst();
  if (numDeletedRows === 0n) await beginAgain(db, job);
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

/** Keeps a job that failed too often for people to see. It is not tried again, unless it was asked for again meanwhile. */
export async function buryJob(db: Db, job: LeasedJob, error: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leased_until: null, run_at: sql<Date>`'infinity'`, unique_key: null, last_error: error })
    .where(isUnchanged(job))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await beginAgain(db, job);
}

async function beginAgain(db: Db, job: LeasedJob): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ leased_until: null, attempts: 0, last_error: null })
    .where(isHeld(job))
    .execute();
}
