import { sql } from 'kysely';
import { slackSeconds } from '../../../../background/jobs/bring-back.ts';
import type { Db } from '../../../../db/connection.ts';

export interface LongestWaits {
  /** To the next attempt after none, the first, the second, and so on. */
  usual: number[];
  /** After these answers, with which a target can ask for more time. */
  asking: number[];
  asked: number;
  lease: number;
}

/**
 * Makes deliveries due that lie further ahead than they are ever put off, and lets leases that end later than any of now begin
 * anew: these times were written before the clock was set back (as with jobs, see background/jobs/bring-back.ts).
 */
export async function bringBackDeliveries(
  db: Db,
  { usual, asking, asked, lease }: LongestWaits,
): Promise<void> {
  const longest = sql`case when response_status = any(${asking}) then ${asked}::float8
    else (${usual}::float8[])[1 + least(attempts, ${usual.length - 1}::integer)] end`;
  await sql`
    update webhook_deliveries set
      next_attempt_at = case when leased_until > now() then next_attempt_at else least(next_attempt_at, now()) end,
      leased_until = case when leased_until > now() then now() + make_interval(secs => ${lease}) end
    where id in (
      select id from webhook_deliveries
      where status = 'pending' and (
        leased_until > now() + make_interval(secs => ${lease + slackSeconds})
        or (leased_until is null or leased_until <= now())
          and next_attempt_at > now() + make_interval(secs => ${slackSeconds} + ${longest})
      )
      for no key update skip locked
    )`.execute(db);
}
