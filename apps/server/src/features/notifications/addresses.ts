import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/sql.ts';
import { isWithinLastDay } from '../../mail/daily-limit.ts';

/** Confirmed by the emailed link, or because a team member has verified this address. */
export const isConfirmed = sql<boolean>`(
  notification_addresses.confirmed_at is not null or exists (
    select from memberships join users on users.id = memberships.user_id
    where memberships.team_id = projects.team_id and users.email_verified_at is not null
      and fold_ascii(users.email) = mail_addresses.email
  )
)`;

/** Addresses listed by projects. Callers append conditions with `and`. */
export const listed = sql`notification_addresses
  join mail_addresses on mail_addresses.id = notification_addresses.address_id
  join projects on projects.id = notification_addresses.project_id
  where removed_at is null`;

/** Addresses that receive emails about new bugs. */
export const listening = sql`${listed} and muted_at is null and ${isConfirmed}`;

export interface Address {
  id: number;
  team_id: number;
  project_id: number;
  address_id: number;
  /** As spelled by the project. */
  email: string;
  told_up_to: number;
  project_name: string;
  is_muted: boolean;
  is_confirmed: boolean;
}

export async function selectAddress(
  db: Db,
  those: RawBuilder<unknown>,
  id: number,
): Promise<Address | undefined> {
  const { rows } = await sql<Address>`
    select notification_addresses.id, notification_addresses.team_id, project_id, address_id, notification_addresses.email, told_up_to,
      projects.name as project_name, muted_at is not null as is_muted, ${isConfirmed} as is_confirmed
    from ${those} and notification_addresses.id = ${id}`.execute(db);
  return rows[0];
}

/** The project's latest notice. New recipients start after it, so that they get no emails about old bugs. */
export const lastNotice = sql`coalesce((
  select max(bug_notices.id) from bug_notices
  where bug_notices.team_id = notification_addresses.team_id
    and bug_notices.project_id = notification_addresses.project_id
), 0)`;

export async function lockAddressesOf(trx: Trx, projectIds: number[]): Promise<void> {
  await sql`
    with locked as (
      select from notification_addresses where project_id = any(${projectIds}) order by id for no key update
    )
    select count(*) from locked`.execute(trx);
}

/** Synchronizes `notification_addresses` with a project's `notification_emails`. */
export async function followNotificationEmails(trx: Trx, projectId: number): Promise<void> {
  const given = sql`projects cross join lateral unnest(notification_emails) with ordinality as given (email, n)
    where projects.id = ${projectId}`;
  await sql`
    insert into mail_addresses (email) select distinct fold_ascii(given.email) from ${given} order by 1
    on conflict (email) do update set seen_at = now()`.execute(trx);
  await lockAddressesOf(trx, [projectId]);
  await sql`
    update notification_addresses set removed_at = now()
    where project_id = ${projectId} and removed_at is null and address_id not in (
      select mail_addresses.id from mail_addresses
      where mail_addresses.email in (select fold_ascii(given.email) from ${given})
    )`.execute(trx);
  await sql`
    insert into notification_addresses (team_id, project_id, address_id, email, told_up_to)
    select team_id, ${projectId}, mail_addresses.id, given.email,
      coalesce((
        select max(id) from bug_notices where bug_notices.team_id = given.team_id and project_id = ${projectId}
      ), 0)
    from (
      select distinct on (fold_ascii(given.email)) given.email, team_id from ${given}
      order by fold_ascii(given.email), n
    ) as given join mail_addresses on mail_addresses.email = fold_ascii(given.email)
    on conflict (project_id, address_id) do update set
      email = excluded.email, removed_at = null,
      told_up_to = case when notification_addresses.removed_at is null
        then notification_addresses.told_up_to else excluded.told_up_to end`.execute(trx);
}

/** Not muted, on no list, and without pending or counted emails. */
const isUnused = sql`muted_at is null
  and not exists (select from notification_addresses where address_id = mail_addresses.id)
  and not exists (select from resolved_notices where address_id = mail_addresses.id)
  and not exists (
    select from recent_mails where address_id = mail_addresses.id and ${isWithinLastDay}
  )`;

/** Muted addresses are kept, so that they stay muted. */
export async function deleteOldAddresses(db: Db): Promise<number> {
  const removed = sql`removed_at < now() - interval '30 days'`;
  const unseen = sql`seen_at < now() - interval '90 days' and ${isUnused}`;
  return (
    (await deleteInPortions(db, 'notification_addresses', removed)) +
    (await deleteInPortions(db, 'mail_addresses', unseen))
  );
}

/** Deletes a locked address, or marks it for deletion once it is unused. */
export async function deleteUnusedAddress(trx: Trx, id: number): Promise<void> {
  await sql`delete from mail_addresses where id = ${id} and ${isUnused}`.execute(trx);
  await sql`update mail_addresses set seen_at = 'epoch' where id = ${id}`.execute(trx);
}
