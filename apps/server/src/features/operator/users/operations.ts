import { randomBytes } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { notFound } from '../../../errors.ts';
import type { Pagination } from '../../../schema.ts';
import { insertPasswordReset } from '../../accounts/password-reset/queries.ts';
import { resetUrl, unmailedResetToken } from '../../accounts/password-reset/token.ts';
import { revokeMcpTokens } from '../../mcp/tokens.ts';
import { findAccountByEmail, lockAccount, replacePassword } from '../../users/queries.ts';
import * as queries from './queries.ts';

export async function listUsers({ pools }: Context, search: string, page: Pagination) {
  const [items, total] = await Promise.all([
    queries.listUsers(pools.main, search, page),
    queries.countUsers(pools.main, search),
  ]);
  return { items, total, limit: page.limit, offset: page.offset };
}

export async function findUser({ pools }: Context, email: string) {
  const user = await queries.findUser(pools.main, email);
  if (!user) throw notFound();
  return user;
}

export async function setOperator({ pools }: Context, { id }: { id: number }, isOperator: boolean) {
  const user = await queries.setOperator(pools.main, id, isOperator);
  if (!user) throw notFound();
  return user;
}

/** No limit, because the operator asks. */
const resetsPerHour = 1_000_000;

/** A link with which a user can set a new password within an hour. It does not verify the user's address. */
export async function createResetLink(context: Context, email: string) {
  const account = await findAccountByEmail(context.pools.main, email);
  const resetId = account && (await insertPasswordReset(context.pools.main, account.id, resetsPerHour));
  if (!resetId) throw notFound();
  return { email: account.email, link: resetUrl(context, unmailedResetToken(context, resetId)) };
}

/** Gives a user a new random password, which ends their sessions and MCP tokens. */
export async function resetPassword({ passwords, pools }: Context, email: string) {
  const account = await findAccountByEmail(pools.main, email);
  if (!account) throw notFound();
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await passwords.hash(password, 'operator');
  await inTransaction(pools.main, async (trx) => {
    await lockAccount(trx, account.id);
    await revokeMcpTokens(trx, account.id);
    await replacePassword(trx, account.id, passwordHash);
  });
  return { email: account.email, password };
}
