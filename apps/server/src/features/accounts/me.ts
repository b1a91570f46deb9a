import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import { userClient } from '../../auth/passwords.ts';
import { readExpiringLink, signExpiringLink } from '../../auth/signed-links.ts';
import { addJob } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { forbidden, invalid, notSignedIn } from '../../errors.ts';
import { renderEmail } from '../../mail/email-template.ts';
import {
  type Account,
  findAccount,
  lockAccount,
  markVerified,
  renameUser,
  replacePassword,
} from '../users/queries.ts';
import type { MePatch } from './schema.ts';
import { issueSession } from './sign-in.ts';

export const getMe = ({ pools }: Context, actor: Actor) => selectMe(pools.main, actor.userId);

export async function updateMe(
  context: Context,
  actor: Actor,
  { name, password, current_password }: MePatch,
) {
  if (password === undefined && name === undefined)
    throw invalid('password', 'is required with current_password');
  const confirmed = password === undefined ? null : await confirmPassword(context, actor, current_password);
  const passwordHash =
    password === undefined ? null : await context.passwords.hash(password, userClient(actor.userId));
  return inTransaction(context.pools.main, async (trx) => {
    const locked = await lockAccount(trx, actor.userId);
    if (!locked) throw notSignedIn();
    // The password may have been changed again since it was confirmed.
    if (confirmed && locked.tokens_valid_from !== confirmed.tokens_valid_from) throw notSignedIn();
    if (name !== undefined) await renameUser(trx, actor.userId, name);
    const session = passwordHash
      ? await issueSession(context, await replacePassword(trx, actor.userId, passwordHash))
      : {};
    return { ...(await selectMe(trx, actor.userId)), ...session };
  });
}

/** Prevents guessing the password with a stolen session. */
export async function countPasswordAttempt({ limiter }: Context, userId: number): Promise<void> {
  await limiter.take([{ name: 'password change', subject: String(userId), max: 20, per: 'hour' }]);
}

export const wrongPassword = () => forbidden('The current password is incorrect');

async function confirmPassword(
  context: Context,
  actor: Actor,
  currentPassword: string | undefined,
): Promise<Account> {
  if (currentPassword === undefined) throw invalid('current_password', 'is required to change the password');
  await countPasswordAttempt(context, actor.userId);
  const account = await findAccount(context.pools.main, actor.userId);
  if (!account?.password_hash)
    throw forbidden('This account has no password. Set one with a password reset.');
  if (!(await context.passwords.matches(account.password_hash, currentPassword, userClient(actor.userId))))
    throw wrongPassword();
  return account;
}

/** The account may have been deleted since authentication. */
const selectMe = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      'created_at',
      'is_operator',
      sql<boolean>`email_verified_at is not null`.as('email_verified'),
      sql<boolean>`password_hash is not null`.as('has_password'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(notSignedIn);

/** The job sends nothing if the address has been verified by then. */
export async function enqueueVerification(db: Db, userId: number): Promise<void> {
  const uniqueKey = `email verification ${userId}`;
  await addJob(db, 'send-email-verification', { user_id: userId }, { uniqueKey });
}

export async function resendVerification(context: Context, actor: Actor): Promise<void> {
  await context.limiter.take([
    { name: 'email verification', subject: String(actor.userId), max: 3, per: 'day' },
  ]);
  await enqueueVerification(context.pools.main, actor.userId);
}

const linkDays = 7;

export async function sendVerification(context: Context, userId: number): Promise<void> {
  const account = await findAccount(context.pools.main, userId);
  if (account && !account.email_verified_at) await context.mailer.send(verificationEmail(context, account));
}

function verificationEmail({ config, secretKey }: Context, { id, email }: Account) {
  const expiresAt = new Date(Date.now() + linkDays * 24 * 3600 * 1000);
  const token = signExpiringLink(secretKey, 'email-verification', id, expiresAt);
  return renderEmail({
    to: email,
    subject: 'Verify your email address for Skep',
    before: ['Someone signed up for Skep with this email address.'],
    button: { label: 'Verify email address', url: `${config.baseUrl}/verify-email#token=${token}` },
    after: [
      'The link is valid for seven days and requires you to be signed in. If you did not sign up, ignore this email.',
    ],
  });
}

/** Valid only in a session of the same account. Otherwise the owner of an address could verify a stranger's account. */
export async function verifyEmail(context: Context, actor: Actor, token: string) {
  if (readExpiringLink(context.secretKey, 'email-verification', token) !== actor.userId)
    throw invalid('token', 'is invalid, expired or for another account. Request a new link.');
  await markVerified(context.pools.main, actor.userId);
  return selectMe(context.pools.main, actor.userId);
}
