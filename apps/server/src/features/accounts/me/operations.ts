import { sql } from 'kysely';
import type { Actor } from '../../../auth/actor.ts';
import { userClient } from '../../../auth/passwords.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { forbidden, invalid, notSignedIn } from '../../../errors.ts';
import { type Account, findAccount, lockAccount, renameUser, replacePassword } from '../../users/queries.ts';
import { issueSession } from '../sign-in/operations.ts';
import type { MePatch } from './schema.ts';

export async function getMe(context: Context, actor: Actor) {
  const me = await findMe(context.pools.main, actor.userId);
  // The account may have been deleted since the request was authenticated.
  if (!me) throw notSignedIn();
  return me;
}

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
    // A password that was replaced since it was confirmed must not replace its successor.
    if (confirmed && locked.tokens_valid_from !== confirmed.tokens_valid_from) throw notSignedIn();
    if (name !== undefined) await renameUser(trx, actor.userId, name);
    const session = passwordHash
      ? await issueSession(context, await replacePassword(trx, actor.userId, passwordHash))
      : {};
    return { ...(await selectMe(trx, actor.userId)), ...session };
  });
}

/** A session must not be enough to guess the password of the account by trying. */
export async function countPasswordAttempt({ limiter }: Context, userId: number): Promise<void> {
  await limiter.take([{ name: 'password change', subject: String(userId), max: 20, per: 'hour' }]);
}

export const wrongPassword = () => forbidden('The current password is wrong');

/** Checks the current password, with a rate limit, and returns the account that has it. */
async function confirmPassword(
  context: Context,
  actor: Actor,
  currentPassword: string | undefined,
): Promise<Account> {
  if (currentPassword === undefined) throw invalid('current_password', 'is required to change the password');
  await countPasswordAttempt(context, actor.userId);
  const account = await findAccount(context.pools.main, actor.userId);
  if (!account?.password_hash)
    throw forbidden('This account has no password yet: set one with a password reset');
  if (!(await context.passwords.matches(account.password_hash, currentPassword, userClient(actor.userId))))
    throw wrongPassword();
  return account;
}

const me = (db: Db, userId: number) =>
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
    .where('id', '=', userId);

const findMe = (db: Db, userId: number) => me(db, userId).executeTakeFirst();

export const selectMe = (db: Db, userId: number) => me(db, userId).executeTakeFirstOrThrow();
