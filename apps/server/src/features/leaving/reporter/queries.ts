import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';

/** Takes the reporter off these bugs, which have to be locked, and answers how many it has changed. */
export async function eraseFromBugs(trx: Trx, ids: number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update bugs set reporter_email = null, reporter_identifier = null, updated_at = now(), revision = revision + 1
    where id = any(${ids}) and (reporter_email is not null or reporter_identifier is not null)`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Deletes what was sent about these bugs, and what was answered to it; what is yet to be sent is made anew, without the
 * reporter. Whoever is making a body has its event locked, and is waited for.
 */
export async function eraseFromDeliveries(trx: Trx, ids: number[]): Promise<void> {
  const events = sql`select id from webhook_events where bug_id = any(${ids})`;
  await sql`with locked as (${events} order by id for update) select count(*) from locked`.execute(trx);
  await sql`
    with locked as (
      select from webhook_deliveries where event_id in (${events}) order by id for no key update
    )
    select count(*) from locked`.execute(trx);
  await sql`
    update webhook_deliveries set response_excerpt = null
    where event_id in (${events}) and response_excerpt is not null`.execute(trx);
  await sql`delete from webhook_bodies where event_id in (${events})`.execute(trx);
}

/**
 * Answers to repeated requests are made from the report as it was first sent. A repeat that names the reporter is another
 * report from here on, and is refused.
 */
export async function eraseFromIdempotencyKeys(db: Db, teamId: number, email: string): Promise<void> {
  await sql`
    update idempotency_keys
    set report = (report::jsonb || '{"reporter_email": null, "reporter_identifier": null}')::text
    where team_id = ${teamId} and fold_ascii(${email}) in (
      fold_ascii(report::jsonb ->> 'reporter_email'), fold_ascii(report::jsonb ->> 'reporter_identifier')
    )`.execute(db);
}

/** What the reporter was yet to be told of. */
export async function deleteNoticesTo(db: Db, teamId: number, email: string): Promise<void> {
  await sql`
    delete from resolved_notices
    where team_id = ${teamId} and address_id in (
      select id from mail_addresses where mail_addresses.email = fold_ascii(${email})
    )`.execute(db);
}
