import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { selectPage } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound } from '../../errors.ts';
import type { Pagination } from '../../schema.ts';
import { insertPasswordReset, resetUrl, unmailedResetToken } from '../accounts/password-reset.ts';
import { revokeMcpTokens } from '../mcp/tokens.ts';
import { findAccountByEmail, lockAccount, replacePassword } from '../users/queries.ts';
import { contains } from './queries.ts';

const userColumns = [
  'id',
  'email',
  'is_operator',
  sql<boolean>`email_verified_at is not null`.as('email_verified'),
  'created_at',
] as const;

const teamsOfUser = sql<{ id: number; name: string; slug: string }[]>`(
  select coalesce(json_agg(json_build_object('id', teams.id, 'name', teams.name, 'slug', teams.slug) order by teams.id), '[]')
  from memberships join teams on teams.id = memberships.team_id where memberships.user_id = users.id
)`;

export function listUsers({ pools }: Context, search: string, page: Pagination) {
  const users = pools.main
    .selectFrom('users')
    .select([...userColumns, 'name', teamsOfUser.as('teams')])
    .where(contains(search, sql`users.name`, sql`users.email`))
    .orderBy('id', 'desc');
  return selectPage(users, page);
}

export async function findUser({ pools }: Context, email: string) {
  const user = await pools.main
    .selectFrom('users')
    .select(userColumns)
    .where(sql`fold_ascii(email)`, '=', sql`fold_ascii(${email})`)
    .executeTakeFirst();
  if (!user) throw notFound();
  return user;
}

export async function setOperator({ pools }: Context, { id }: { id: number }, is_operator: boolean) {
  const user = await pools.main
    .updateTable('users')
    .set({ is_operator })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirst();
  if (!user) throw notFound();
  return user;
}

/** No limit for the operator. */
const resetsPerHour = 1_000_000;

/** Valid for an hour. Does not verify the address. */
export async function createResetLink(context: Context, email: string) {
  const account = await findAccountByEmail(context.pools.main, email);
  const resetId = account && (await insertPasswordReset(context.pools.main, account.id, resetsPerHour));
  if (!resetId) throw notFound();
  return { email: account.email, link: resetUrl(context, unmailedResetToken(context, resetId)) };
}

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
