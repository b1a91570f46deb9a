import type { Actor } from '../../auth/actor.ts';
import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { writeLetter } from '../../mail/letter.ts';
import { muteUrlOf } from '../../mail/mute-link.ts';
import { sendPaced } from '../../mail/pace.ts';
import * as queries from './addresses.ts';
import { consentLetter } from './letters.ts';

/**
 * Brings `notification_addresses` in line with a project's `notification_emails`, and asks new addresses for their consent.
 * It must be called in the transaction that changes `notification_emails`, after the change.
 */
export async function followNotificationEmails(trx: Trx, actor: Actor, projectId: number): Promise<void> {
  await queries.followNotificationEmails(trx, projectId);
  const ids = await queries.listUnasked(trx, projectId);
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
  const address = await queries.findUnasked(context.pools.main, addressId);
  if (!address) return;
  const letter = consentLetter({
    to: address.email,
    projectName: address.project_name,
    confirmUrl: `${context.config.baseUrl}/api/v1/notifications/confirm/${signLink(context.secretKey, purpose, addressId)}`,
    muteUrl: muteUrlOf(context, address.address_id),
  });
  const paced = { projectId: address.project_id, addressId: address.address_id, userId };
  const waitSeconds = await sendPaced(context.pools.main, context.mailer, writeLetter(letter), {
    kind: 'consent',
    ...paced,
  });
  if (waitSeconds > 0) await askForConsents(context.pools.main, [addressId], userId, waitSeconds);
}

const purpose = 'confirm-notifications';

/**
 * Finds the address that a mailed link is about. The link itself is the permission. Undefined when its signature is not
 * ours, or when the project does not list the address any more.
 */
export async function findConfirmable({ secretKey, pools }: Context, token: string) {
  const id = readSignedLink(secretKey, purpose, token);
  return id === null ? undefined : queries.findAddress(pools.main, id);
}

export async function confirm(context: Context, token: string) {
  const address = await findConfirmable(context, token);
  if (address) await queries.confirmAddress(context.pools.main, address.id);
  return address;
}
