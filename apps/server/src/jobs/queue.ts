import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

/** Of a job that is asked for. */
export interface JobOptions {
  /** There is one job with this key. Asked for while it is being done, it is done once more. */
  uniqueKey?: string;
  /** So long it waits. */
  delaySeconds?: number;
}

/** Work to be done soon, by any node. Written in the transaction that makes it necessary. */
export async function addJob(
  db: Db,
  kind: string,
  payload: Record<string, unknown>,
  { uniqueKey, delaySeconds }: JobOptions = {},
): Promise<void> {
  await addJobs(db, kind, [{ payload, uniqueKey }], delaySeconds);
}

/**
 * Any number of jobs, each with a key of its own. A later `run_at` is how the one who is doing a job sees that it was
 * asked for again: what became necessary after it began is not left undone.
 */
export async function addJobs(
  db: Db,
  kind: string,
  jobs: { payload: Record<string, unknown>; uniqueKey?: string | undefined }[],
  delaySeconds = 0,
): Promise<void> {
  await sql`
    insert into jobs (kind, payload, unique_key, run_at)
    select ${kind}, payload, "uniqueKey", now() + make_interval(secs => ${delaySeconds})
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as asked (payload jsonb, "uniqueKey" text)
    order by "uniqueKey"
    on conflict (unique_key) do update set run_at = greatest(jobs.run_at, excluded.run_at)
      where jobs.leased_until is not null`.execute(db);
}

export interface LeasedJob {
  id: number;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
  /** As it was when the job was taken, to the microsecond. */
  run_at: string;
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
    returning id, kind, payload, attempts, run_at::text`.execute(db);
  return rows;
}

/** Unless it was asked for again meanwhile: then it waits for its next turn. */
export async function finishJob(db: Db, { id, run_at }: LeasedJob): Promise<void> {
  const finished = await sql`delete from jobs where id = ${id} and run_at = ${run_at}::timestamptz`.execute(
    db,
  );
  if (finished.numAffectedRows === 1n) return;
  await sql`update jobs set leased_until = null, attempts = 0, last_error = null where id = ${id}`.execute(
    db,
  );
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
