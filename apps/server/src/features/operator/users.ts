import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound } from '../../errors.ts';
import type { Pagination } from '../../schema.ts';
import { insertPasswordReset, resetUrl, unmailedResetToken } from '../accounts/password-reset/operations.ts';
import { revokeMcpTokens } from '../mcp/tokens.ts';
import { findAccountByEmail, lockAccount, replacePassword } from '../users/queries.ts';
import { contains } from './queries.ts';

export async function listUsers({ pools }: Context, search: string, page: Pagination) {
  const [items, total] = await Promise.all([
    selectUsers(pools.main, search, page),
    countUsers(pools.main, search),
  ]);
  return { items, total, limit: page.limit, offset: page.offset };
}

export async function findUser({ pools }: Context, email: string) {
  const user = await selectUser(pools.main, email);
  if (!user) throw notFound();
  return user;
}

export async function setOperator({ pools }: Context, { id }: { id: number }, isOperator: boolean) {
  const user = await updateOperator(pools.main, id, isOperator);
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

const teamsOfUser = sql<{ id: number; name: string; slug: string }[]>`(
  select coalesce(json_agg(json_build_object('id', teams.id, 'name', teams.name, 'slug', teams.slug) order by teams.id), '[]')
  from memberships join teams on teams.id = memberships.team_id where memberships.user_id = users.id
)`;

const matching = (search: string) => contains(search, sql`users.name`, sql`users.email`);

function selectUsers(db: Db, search: string, { limit, offset }: Pagination) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      sql<boolean>`email_verified_at is not null`.as('email_verified'),
      'is_operator',
      'created_at',
      teamsOfUser.as('teams'),
    ])
    .where(matching(search))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

async function countUsers(db: Db, search: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matching(search))
    .executeTakeFirstOrThrow();
  return count;
}

const userColumns = [
  'id',
  'email',
  'is_operator',
  sql<boolean>`email_verified_at is not null`.as('email_verified'),
  'created_at',
] as const;

function selectUser(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where(sql`fold_ascii(email)`, '=', sql`fold_ascii(${email})`)
    .executeTakeFirst();
}

function updateOperator(db: Db, id: number, isOperator: boolean) {
  return db
    .updateTable('users')
    .set({ is_operator: isOperator })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirst();
}
