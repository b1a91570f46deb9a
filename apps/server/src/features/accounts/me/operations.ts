import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { forbidden, invalid } from '../../../errors.ts';
import { findAccount, replacePassword } from '../../users/queries.ts';
import { issueSession } from '../sign-in/operations.ts';
import * as queries from './queries.ts';
import type { MePatch } from './schema.ts';

export async function getMe(context: Context, actor: Actor) {
  return queries.selectMe(context.pools.main, actor.userId);
}

export async function updateMe(
  context: Context,
  actor: Actor,
  { name, password, current_password }: MePatch,
) {
  if (password === undefined && name === undefined)
    throw invalid('password', 'is required with current_password');
  if (password !== undefined) await confirmPassword(context, actor, current_password);
  const passwordHash = password === undefined ? null : await context.passwords.hash(password);
  return inTransaction(context.pools.main, async (trx) => {
    if (name !== undefined) await queries.renameMe(trx, actor.userId, name);
    const session = passwordHash
      ? await issueSession(context, await replacePassword(trx, actor.userId, passwordHash))
      : {};
    return { ...(await queries.selectMe(trx, actor.userId)), ...session };
  });
}

export const wrongPassword = () => forbidden('The current password is wrong');

/** Checks the current password, with a rate limit: a stolen session must not be enough to guess the password. */
async function confirmPassword(
  context: Context,
  actor: Actor,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) throw invalid('current_password', 'is required to change the password');
  await context.limiter.take([
    { name: 'password change', subject: String(actor.userId), max: 20, per: 'hour' },
  ]);
  const account = await findAccount(context.pools.main, actor.userId);
  if (!account?.password_hash)
    throw forbidden('This account has no password yet: set one with a password reset');
  if (!(await context.passwords.matches(account.password_hash, currentPassword))) throw wrongPassword();
}
