import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { noteLock } from '../../../db/locks.ts';
import { noteChangedViews } from '../../events/outbox.ts';
import { deleteAddress, markForgotten } from '../../notifications/addresses.ts';

/**
 * Deletes what was sent about these bugs, and what was answered to it; what is yet to be sent is made anew, without the
 * reporter. Whoever is making a body has its event locked, and is waited for. Whoever is sending one has a lease, which becomes
 * another one: so the answer, which may name the reporter, is not kept when it comes.
 */
export async function eraseFromDeliveries(trx: Trx, ids: number[]): Promise<void> {
  const events = sql`select id from webhook_events where bug_id = any(${ids})`;
  noteLock(trx, 'webhook_events');
  await sql`with locked as (${events} order by id for update) select count(*) from locked`.execute(trx);
  await sql`
    with locked as (
      select from webhook_deliveries where event_id in (${events}) order by id for no key update
    )
    select count(*) from locked`.execute(trx);
  await sql`
    update webhook_deliveries set response_excerpt = null, leased_until = leased_until + interval '1 millisecond'
    where event_id in (${events}) and (response_excerpt is not null or leased_until is not null)`.execute(
    trx,
  );
  await sql`delete from webhook_bodies where event_id in (${events})`.execute(trx);
}

/**
 * Answers to repeated requests are made from the report as it was first sent. A repeat that names the reporter is another
 * report from here on, and is refused.
 */
export async function eraseFromIdempotencyKeys(trx: Trx, teamId: number, email: string): Promise<void> {
  const named = sql`team_id = ${teamId} and fold_ascii(${email}) in (
    fold_ascii(report::jsonb ->> 'reporter_email'), fold_ascii(report::jsonb ->> 'reporter_identifier')
  )`;
  await sql`
    with locked as (
      select from idempotency_keys where ${named} order by project_id, key for no key update
    )
    select count(*) from locked`.execute(trx);
  await sql`
    update idempotency_keys
    set report = (report::jsonb || '{"reporter_email": null, "reporter_identifier": null}')::text
    where ${named}`.execute(trx);
}

/** The saved views of a team that list the bugs of one reporter, with ASCII letters of it folded. */
export async function listViewsByReporter(db: Db, teamId: number) {
  const { rows } = await sql<{ id: number; reporter: string }>`
    select id, fold_ascii(filters ->> 'reporter') as reporter from saved_views
    where team_id = ${teamId} and filters ? 'reporter'`.execute(db);
  return rows;
}

/** Unless it lists something else by now. */
export async function deleteViewByReporter(db: Db, id: number, reporter: string): Promise<void> {
  const { rows } = await sql<{ team_id: number; user_id: number }>`
    delete from saved_views where id = ${id} and fold_ascii(filters ->> 'reporter') = ${reporter}
    returning team_id, user_id`.execute(db);
  for (const { team_id, user_id } of rows) await noteChangedViews(db, team_id, user_id);
}

/**
 * Deletes what the reporter was yet to be told of, and the address itself as soon as nobody needs it: at once, or when the
 * mails that it got are no longer counted, or other teams do not mail it any more. A muted one is kept, because its owner
 * does not want to be mailed again. It is locked first, so that nobody makes use of it meanwhile.
 */
export async function eraseFromMails(trx: Trx, teamId: number, email: string): Promise<void> {
  noteLock(trx, 'mail_addresses');
  const { rows } = await sql<{ id: number }>`
    select id from mail_addresses where mail_addresses.email = fold_ascii(${email}) for update`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return;
  await sql`delete from resolved_notices where team_id = ${teamId} and address_id = ${id}`.execute(trx);
  const isDeleted = await deleteAddress(trx, id);
  if (!isDeleted) await markForgotten(trx, id);
}
