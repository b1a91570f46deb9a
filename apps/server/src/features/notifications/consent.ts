import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { isWithinLastDay, sendWithDailyLimit } from '../../mail/daily-limit.ts';
import { renderEmail } from '../../mail/email-template.ts';
import { muteUrlOf } from '../../mail/mute-link.ts';
import {
  followNotificationEmails as followEmails,
  isConfirmed,
  lastNotice,
  listed,
  selectAddress,
} from './addresses.ts';
import { consentEmail } from './email-templates.ts';

const wasAsked = sql`exists (
  select from recent_mails
  where kind = 'consent' and recent_mails.project_id = notification_addresses.project_id
    and recent_mails.address_id = notification_addresses.address_id
    and ${isWithinLastDay}
)`;

const unasked = sql`${listed} and muted_at is null and not ${isConfirmed} and not ${wasAsked}`;

/**
 * Synchronizes `notification_addresses` with `notification_emails` and requests consent from new addresses. Call in the
 * transaction of the change, after it.
 */
export async function followNotificationEmails(trx: Trx, actor: Actor, projectId: number): Promise<void> {
  await followEmails(trx, projectId);
  const { rows } = await sql<{ id: number }>`
    select notification_addresses.id from ${unasked} and project_id = ${projectId}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await enqueueConsentRequests(trx, ids, actor.userId);
}

async function enqueueConsentRequests(
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

/** Emails a consent request, or postpones it if the daily limit is reached. */
export async function sendConsentRequest(
  context: Context,
  addressId: number,
  userId: number | null,
): Promise<void> {
  const { main: db } = context.pools;
  const address = await selectAddress(db, unasked, addressId);
  if (!address) return;
  const message = consentEmail({
    to: address.email,
    projectName: address.project_name,
    confirmUrl: `${context.config.baseUrl}/api/v1/notifications/confirm/${signLink(context.secretKey, purpose, addressId)}`,
    muteUrl: muteUrlOf(context, address.address_id),
  });
  const waitSeconds = await sendWithDailyLimit(db, context.mailer, renderEmail(message), {
    kind: 'consent',
    projectId: address.project_id,
    addressId: address.address_id,
    userId,
  });
  if (waitSeconds > 0) await enqueueConsentRequests(db, [addressId], userId, waitSeconds);
}

const purpose = 'confirm-notifications';

/** Finds the address of a confirmation link. Undefined if the signature is invalid or the project no longer lists it. */
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
