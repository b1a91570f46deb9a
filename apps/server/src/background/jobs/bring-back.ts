import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { leaseSeconds } from './queue.ts';

/** Transactions began at different times, and clocks are put right by fractions of a second all the time. */
export const slackSeconds = 5;

/** How long jobs of a kind are put off at most: usually, and after the first failure, the second, and so on. */
export interface LongestWaits {
  kind: string;
  usual: number;
  afterFailures: number[];
}

/**
 * Makes jobs due that lie further ahead than they are ever put off, and lets leases that end later than any of now begin anew:
 * these times were written before the clock was set back, and all would stand still until it is there again. Whoever still
 * works under such a lease has its time left to end, but the job is done once more.
 */
export async function bringBackJobs(db: Db, waits: LongestWaits[]): Promise<void> {
  const ofFailures = sql`(array(select jsonb_array_elements_text("afterFailures")::float8))`;
  const longest = sql`case when last_error is null then usual
    else ${ofFailures}[least(attempts, jsonb_array_length("afterFailures"))] end`;
  await sql`
    update jobs set
      run_at = case when leased_until > now() then run_at else least(run_at, now()) end,
      leased_until = case when leased_until > now() then now() + make_interval(secs => ${leaseSeconds}) end
    where id in (
      select id from jobs
      join jsonb_to_recordset(${JSON.stringify(waits)}::jsonb)
        as waits (kind text, usual float8, "afterFailures" jsonb) using (kind)
      where leased_until > now() + make_interval(secs => ${leaseSeconds + slackSeconds})
        or (leased_until is null or leased_until <= now()) and run_at < 'infinity'
          and run_at > now() + make_interval(secs => ${slackSeconds} + ${longest})
      for update of jobs skip locked
    )`.execute(db);
}
