import { sql } from 'kysely';
import { type Actor, requireTeam } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { noteLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { foldAscii } from '../../fold-ascii.ts';
import { changeBugs, lockBugs } from '../activity/change-bugs.ts';
import { resolveFilters } from '../bugs/filters.ts';
import { selectIds } from '../bugs/find.ts';
import { noteChangedViews } from '../events/outbox.ts';
import { deleteUnusedAddress } from '../notifications/addresses.ts';
import { reindexNow } from '../search/search.ts';

const portion = 500;

interface Erasure {
  context: Context;
  actor: Actor;
  teamId: number;
}

/**
 * Erases a reporter from a team: email address and identifier on bugs, search index, delivered bodies, saved views, idempotency
 * keys, pending emails and the recipient row. Works in batches, because there may be many bugs. Each batch is complete by
 * itself, so a failed erasure can be repeated. Derived data is erased after the bugs, so that no change recreates it.
 *
 * It is not an edit: revisions increase, but the timeline shows nothing.
 */
export async function eraseReporter(
  context: Context,
  actor: Actor,
  teamId: number,
  email: string,
): Promise<{ affected: number }> {
  requireTeam(actor, teamId);
  const place = { context, actor, teamId };
  const { affected, identifiers } = await eraseFromBugs(place, email);
  await eraseFromViews(place, email, identifiers);
  const { main } = context.pools;
  await inTransaction(main, (trx) => eraseFromIdempotencyKeys(trx, teamId, email));
  await inTransaction(main, (trx) => eraseFromMails(trx, teamId, email));
  return { affected };
}

/** Newest first: reports that arrive meanwhile are newer, so the loop ends. */
async function eraseFromBugs(place: Erasure, email: string) {
  const identifiers = new Set<string>();
  let affected = 0;
  for (let before: number | null = null; ; ) {
    const ids = await findSome(place, email, before, portion);
    if (ids.length === 0) return { affected, identifiers };
    const erased = await erase(place, ids);
    // A body rendered meanwhile may still contain the reporter, so it is erased again.
    await inTransaction(place.context.pools.main, (trx) => eraseFromDeliveries(trx, ids));
    affected += erased.length;
    for (const identifier of erased) if (identifier !== null) identifiers.add(foldAscii(identifier));
    before = ids.at(-1) ?? 0;
  }
}

async function findSome(
  { context, actor, teamId }: Erasure,
  reporter: string,
  before: number | null,
  count: number,
): Promise<number[]> {
  const filters = await resolveFilters(context, actor, { team_id: teamId, reporter });
  return context.pools.search.run(actor, [teamId], (db) => selectIds(db, filters, count, before));
}

async function erase({ context, teamId }: Erasure, ids: number[]): Promise<(string | null)[]> {
  return inTransaction(context.pools.main, async (trx) => {
    const bugs = await lockBugs(trx, { ids, teamIds: [teamId] });
    const erased = await changeBugs(trx, null, bugs, () => ({
      reporter_email: null,
      reporter_identifier: null,
    }));
    await eraseFromDeliveries(trx, ids);
    await reindexNow(trx, ids);
    return erased.map(({ bug }) => bug.reporter_identifier);
  });
}

/** Others may share an identifier such as a machine name. Views are kept while it still matches bugs. */
async function eraseFromViews(place: Erasure, email: string, identifiers: Set<string>): Promise<void> {
  const { main } = place.context.pools;
  const address = foldAscii(email);
  for (const { id, reporter } of await listViewsByReporter(main, place.teamId)) {
    const isErased =
      reporter === address ||
      (identifiers.has(reporter) && (await findSome(place, reporter, null, 1)).length === 0);
    if (isErased) await deleteViewByReporter(main, id, reporter);
  }
}

/**
 * Deletes rendered bodies and response excerpts; pending deliveries are rendered again without the reporter. Waits for a
 * renderer, which locks the event. Changes the lease of a delivery in progress, so that its response is not stored.
 */
async function eraseFromDeliveries(trx: Trx, ids: number[]): Promise<void> {
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

/** A repeat that contains the reporter is then a different report and is rejected. */
async function eraseFromIdempotencyKeys(trx: Trx, teamId: number, email: string): Promise<void> {
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

async function listViewsByReporter(db: Db, teamId: number) {
  const { rows } = await sql<{ id: number; reporter: string }>`
    select id, fold_ascii(filters ->> 'reporter') as reporter from saved_views
    where team_id = ${teamId} and filters ? 'reporter'`.execute(db);
  return rows;
}

async function deleteViewByReporter(db: Db, id: number, reporter: string): Promise<void> {
  const { rows } = await sql<{ team_id: number; user_id: number }>`
    delete from saved_views where id = ${id} and fold_ascii(filters ->> 'reporter') = ${reporter}
    returning team_id, user_id`.execute(db);
  for (const { team_id, user_id } of rows) await noteChangedViews(db, team_id, user_id);
}

/**
 * Deletes pending notices, and the recipient as soon as it is unused: now, or once its emails no longer count or other teams no
 * longer use it. Muted recipients are kept, so that they stay muted. The row is locked first against concurrent use.
 */
async function eraseFromMails(trx: Trx, teamId: number, email: string): Promise<void> {
  noteLock(trx, 'mail_addresses');
  const { rows } = await sql<{ id: number }>`
    select id from mail_addresses where mail_addresses.email = fold_ascii(${email}) for update`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return;
  await sql`delete from resolved_notices where team_id = ${teamId} and address_id = ${id}`.execute(trx);
  await deleteUnusedAddress(trx, id);
}
