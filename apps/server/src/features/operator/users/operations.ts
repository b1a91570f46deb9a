import { randomBytes } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { notFound } from '../../../errors.ts';
import type { Pagination } from '../../../schema.ts';
import { revokeMcpTokens } from '../../mcp/tokens/queries.ts';
import { findAccountByEmail, lockAccount, replacePassword } from '../../users/queries.ts';
import * as queries from './queries.ts';

export async function listUsers({ pools }: Context, search: string, page: Pagination) {
  const [items, total] = await Promise.all([
    queries.listUsers(pools.main, search, page),
    queries.countUsers(pools.main, search),
  ]);
  return { items, total, limit: page.limit, offset: page.offset };
}

export async function setOperator({ pools }: Context, email: string, isOperator: boolean) {
  const user = await queries.setOperator(pools.main, email, isOperator);
  if (!user) throw notFound();
  return user;
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
