import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { writeLetter } from '../../mail/letter.ts';
import { muteUrlOf } from '../../mail/mute-link.ts';
import { isOfLastDay, sendPaced } from '../../mail/pace.ts';
import {
  followNotificationEmails as followEmails,
  isConfirmed,
  lastNotice,
  listed,
  selectAddress,
} from './addresses.ts';
import { consentLetter } from './letters.ts';

const wasAsked = sql`exists (
  select from recent_mails
  where kind = 'consent' and recent_mails.project_id = notification_addresses.project_id
    and recent_mails.address_id = notification_addresses.address_id
    and ${isOfLastDay}
)`;

const unasked = sql`${listed} and muted_at is null and not ${isConfirmed} and not ${wasAsked}`;

/**
 * Brings `notification_addresses` in line with a project's `notification_emails`, and asks new addresses for their consent.
 * It must be called in the transaction that changes `notification_emails`, after the change.
 */
export async function followNotificationEmails(trx: Trx, actor: Actor, projectId: number): Promise<void> {
  await followEmails(trx, projectId);
  const { rows } = await sql<{ id: number }>`
    select notification_addresses.id from ${unasked} and project_id = ${projectId}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await askForConsents(trx, ids, actor.userId);
}

async function askForConsents(
  db: Db,
  ids: number[],
  userId: number | null,
  delaySeconds?: number,
): Promise<void> {
  const jobs = ids.map((id) => ({
    payload: { address_id: id, user_id: userId },
    uniqueKey: `consent ${id}`,
  }));
  await addJobs(db, 'ask-for-consent', jobs, delaySeconds);
}

/** Mails an address to ask whether it wants a project's mails. After too many such mails today, it is put off. */
export async function askForConsent(
  context: Context,
  addressId: number,
  userId: number | null,
): Promise<void> {
  const { main: db } = context.pools;
  const address = await selectAddress(db, unasked, addressId);
  if (!address) return;
  const letter = consentLetter({
    to: address.email,
    projectName: address.project_name,
    confirmUrl: `${context.config.baseUrl}/api/v1/notifications/confirm/${signLink(context.secretKey, purpose, addressId)}`,
    muteUrl: muteUrlOf(context, address.address_id),
  });
  const waitSeconds = await sendPaced(db, context.mailer, writeLetter(letter), {
    kind: 'consent',
    projectId: address.project_id,
    addressId: address.address_id,
    userId,
  });
  if (waitSeconds > 0) await askForConsents(db, [addressId], userId, waitSeconds);
}

const purpose = 'confirm-notifications';

/**
 * Finds the address that a mailed link is about. The link itself is the permission. Undefined when its signature is not
 * ours, or when the project does not list the address any more.
 */
export async function findConfirmable({ secretKey, pools }: Context, token: string) {
  const id = readSignedLink(secretKey, purpose, token);
  return id === null ? undefined : selectAddress(pools.main, listed, id);
}

export async function confirm(context: Context, token: string) {
  const address = await findConfirmable(context, token);
  if (address)
    await sql`update notification_addresses set confirmed_at = now(), told_up_to = ${lastNotice}
      where id = ${address.id} and confirmed_at is null`.execute(context.pools.main);
  return address;
}
