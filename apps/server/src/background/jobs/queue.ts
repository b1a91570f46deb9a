import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { currentRequestId } from '../../tracing/cause.ts';

export interface JobOptions {
  /** At most one job has this key. When it is asked for while it is being done, it is done once more. */
  uniqueKey?: string;
  /** How long the job waits before it may be taken. */
  delaySeconds?: number;
}

/** Adds a job that any node may do. It is written in the transaction that makes it necessary, like a row of an outbox. */
export async function addJob(
  db: Db,
  kind: string,
  payload: Record<string, unknown>,
  { uniqueKey, delaySeconds }: JobOptions = {},
): Promise<void> {
  await addJobs(db, kind, [{ payload, uniqueKey }], delaySeconds);
}

/**
 * Adds any number of jobs, each with a key of its own. When a job with the same key is being done, its `run_at` is moved to
 * a later time, by which whoever does it sees in the end that it was asked for again: what became necessary after the job
 * began is not left undone. The time is later even when whoever asks began before the job did, or the clock was set back.
 */
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
  /** The time at which the job was due when it was taken, to the microsecond. */
  run_at: string;
  /** The fencing token: when the lease has ended and another has taken the job, the row has a later time than this. */
  leased_until: string;
  /** Of the request that asked for it first; null where none did. */
  request_id: string | null;
}

/** How long a lease keeps a job from others. A node that dies while it holds a job delays it by no more than this. */
export const leaseSeconds = 60;

/**
 * Takes a lease on jobs that are due and that nobody holds. It is a transaction of its own: a single statement to a server that
 * has fallen silent would take effect when that wakes up, and hold jobs for nobody.
 */
export async function leaseJobs(trx: Trx, kinds: string[], count: number): Promise<LeasedJob[]> {
  const { rows } = await sql<LeasedJob>`
    update jobs set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id in (
      select id from jobs
      where run_at <= now() and (leased_until is null or leased_until < now()) and kind = any(${kinds})
      order by run_at, id limit ${count}
      for update skip locked
    )
    returning id, kind, payload, attempts, run_at::text, leased_until::text, request_id`.execute(trx);
  return rows;
}

/** Lets a lease last for its full time from now on; says whether it had not been lost to another. */
export async function renewLease(db: Db, job: LeasedJob): Promise<boolean> {
  const { rows } = await sql<Pick<LeasedJob, 'leased_until'>>`
    update jobs set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where ${isHeld(job)} returning leased_until::text`.execute(db);
  Object.assign(job, rows[0]);
  return rows.length > 0;
}

/** Fences off whoever took so long that another has taken the job: what they still write matches no row. */
const isHeld = ({ id, leased_until }: LeasedJob) =>
  sql`id = ${id} and leased_until = ${leased_until}::timestamptz`;

/** True while nobody has asked for the job again since it was taken. */
const isAsItWas = (job: LeasedJob) => sql`${isHeld(job)} and run_at = ${job.run_at}::timestamptz`;

/** Deletes a job that is done; one that was asked for again meanwhile stays, to be done once more. */
export async function finishJob(db: Db, job: LeasedJob): Promise<void> {
  const finished = await sql`delete from jobs where ${isAsItWas(job)}`.execute(db);
  if (finished.numAffectedRows === 0n) await beginAgain(db, job);
}

async function beginAgain(db: Db, job: LeasedJob): Promise<void> {
  await sql`update jobs set leased_until = null, attempts = 0, last_error = null where ${isHeld(job)}`.execute(
    db,
  );
}

/** Ends the lease of a job, which may be taken again after so many seconds. */
export async function postponeJob(
  db: Db,
  job: LeasedJob,
  seconds: number,
  error: string | null,
): Promise<void> {
  await sql`update jobs set leased_until = null, run_at = now() + make_interval(secs => ${seconds}),
    attempts = ${error === null ? 0 : job.attempts}, last_error = ${error} where ${isHeld(job)}`.execute(db);
}

/** Keeps a job that failed too often for people to see. It is not tried again, unless it was asked for again meanwhile. */
export async function buryJob(db: Db, job: LeasedJob, error: string): Promise<void> {
  const buried = await sql`
    update jobs set leased_until = null, run_at = 'infinity', unique_key = null, last_error = ${error}
    where ${isAsItWas(job)}`.execute(db);
  if (buried.numAffectedRows === 0n) await beginAgain(db, job);
}
