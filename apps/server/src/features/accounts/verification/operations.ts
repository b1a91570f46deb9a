import type { Actor } from '../../../auth/actor.ts';
import { readExpiringLink, signExpiringLink } from '../../../auth/signed-links.ts';
import { addJob } from '../../../background/queue.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/connection.ts';
import { invalid } from '../../../errors.ts';
import { writeLetter } from '../../../mail/letter.ts';
import { type Account, findAccount, markProved } from '../../users/queries.ts';
import { selectMe } from '../me/operations.ts';

/** Adds a job that mails a link which proves the address. No mail goes out if the address has been proved by then. */
export async function askForProof(db: Db, userId: number): Promise<void> {
  const uniqueKey = `email verification ${userId}`;
  await addJob(db, 'send-email-verification', { user_id: userId }, { uniqueKey });
}

/** Sends the mail once more, for a user who has lost it or never got it. */
export async function askForProofAgain(context: Context, actor: Actor): Promise<void> {
  await context.limiter.take([
    { name: 'email verification', subject: String(actor.userId), max: 3, per: 'day' },
  ]);
  await askForProof(context.pools.main, actor.userId);
}

const linkDays = 7;

export async function sendVerification(context: Context, userId: number): Promise<void> {
  const account = await findAccount(context.pools.main, userId);
  if (account && !account.email_verified_at) await context.mailer.send(verificationLetter(context, account));
}

function verificationLetter({ config, secretKey }: Context, { id, email }: Account) {
  const expiresAt = new Date(Date.now() + linkDays * 24 * 3600 * 1000);
  const token = signExpiringLink(secretKey, 'email-verification', id, expiresAt);
  return writeLetter({
    to: email,
    subject: 'Confirm your e-mail address for Skep',
    before: ['Somebody, hopefully you, signed up for Skep with this e-mail address.'],
    button: { label: 'Confirm the address', url: `${config.baseUrl}/verify-email#token=${token}` },
    after: [
      'The link works for seven days, while you are signed in. If it was not you, do nothing: the account proves nothing about you, and a password reset would make it yours.',
    ],
  });
}

/**
 * Marks the address as proved. The link works only while one is signed in to the very account it was made for. If a
 * stranger has signed up with somebody's address, its owner cannot confirm the stranger's account by following the link.
 */
export async function verifyEmail(context: Context, actor: Actor, token: string) {
  if (readExpiringLink(context.secretKey, 'email-verification', token) !== actor.userId)
    throw invalid('token', 'is not valid any more, or is for another account: ask for a new link');
  await markProved(context.pools.main, actor.userId);
  return selectMe(context.pools.main, actor.userId);
}
