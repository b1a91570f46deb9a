import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** What signing in needs to know of a user. */
export interface Account {
  id: number;
  email: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  tokens_valid_from: number;
}

const accountColumns = ['id', 'email', 'password_hash', 'email_verified_at', 'tokens_valid_from'] as const;

export function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where(sql`fold_ascii(email)`, '=', sql`fold_ascii(${email})`)
    .executeTakeFirst();
}

export function findAccount(db: Db, id: number): Promise<Account | undefined> {
  return db.selectFrom('users').select(accountColumns).where('id', '=', id).executeTakeFirst();
}

export function insertAccount(
  db: Db,
  values: { email: string; name: string; password_hash: string | null; email_verified_at: Date | null },
): Promise<Account> {
  return db.insertInto('users').values(values).returning(accountColumns).executeTakeFirstOrThrow();
}

/** Sets the password, or takes it away, and voids every access token issued so far. */
export function replacePassword(db: Db, userId: number, passwordHash: string | null): Promise<Account> {
  return db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      tokens_valid_from: sql`greatest(tokens_valid_from, floor(extract(epoch from clock_timestamp())))::bigint + 1`,
    })
    .where('id', '=', userId)
    .returning(accountColumns)
    .executeTakeFirstOrThrow();
}

/**
 * Marks the address as proved and says whether that is news. Until then a stranger may have used the account, so the
 * first proof ends the ways back in that outlive a change of password.
 */
export async function proveEmail(db: Db, userId: number): Promise<boolean> {
  const proved = await db
    .updateTable('users')
    .set({ email_verified_at: sql`now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!proved) return false;
  await db.deleteFrom('oauth_identities').where('user_id', '=', userId).execute();
  await db.deleteFrom('mcp_tokens').where('user_id', '=', userId).execute();
  return true;
}

/** Undefined when so many were made within the last hour that another would be pestering. */
export async function insertPasswordReset(
  db: Db,
  userId: number,
  maxPerHour: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into password_resets (user_id, expires_at)
    select ${userId}, now() + interval '1 hour'
    where (select count(*) from password_resets
      where user_id = ${userId} and created_at > now() - interval '1 hour') < ${maxPerHour}
    returning id`.execute(db);
  return rows[0]?.id;
}

export async function deletePasswordReset(db: Db, id: number): Promise<void> {
  await db.deleteFrom('password_resets').where('id', '=', id).execute();
}

/** Uses up the reset and every other one of that user. Of two that arrive together, one finds nothing. */
export async function takePasswordReset(db: Db, id: number): Promise<number | undefined> {
  const reset = await db
    .deleteFrom('password_resets')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  if (reset) await db.deleteFrom('password_resets').where('user_id', '=', reset.user_id).execute();
  return reset?.user_id;
}

export async function findIdentity(db: Db, provider: string, subject: string): Promise<number | undefined> {
  const identity = await db
    .selectFrom('oauth_identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return identity?.user_id;
}

export async function insertIdentity(
  db: Db,
  provider: string,
  subject: string,
  userId: number,
): Promise<void> {
  await db.insertInto('oauth_identities').values({ provider, subject, user_id: userId }).execute();
}

export async function deleteOldPasswordResets(db: Db): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
