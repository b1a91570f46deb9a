import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { noteChangedPerson } from '../events/outbox.ts';

export const defaultName = (email: string) => email.slice(0, email.indexOf('@'));

export interface Account {
  id: number;
  email: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  tokens_valid_from: number;
  /** Unix seconds by the database's clock. */
  read_at: number;
}

const accountColumns = [
  'id',
  'email',
  'password_hash',
  'email_verified_at',
  'tokens_valid_from',
  sql<number>`floor(extract(epoch from clock_timestamp()))::bigint`.as('read_at'),
] as const;

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

/** Updated once a day, and never waits for a lock. */
export async function noteSignIn(db: Db, userId: number): Promise<void> {
  await sql`
    update users set signed_in_at = now() where id in (
      select id from users where id = ${userId} and signed_in_at < now() - interval '1 day'
      for no key update skip locked
    )`.execute(db);
}

/** Sets or removes the password, and revokes all access tokens and reset links. */
export function replacePassword(db: Db, userId: number, passwordHash: string | null): Promise<Account> {
  return db
    .with('voided', (cte) => cte.deleteFrom('password_resets').where('user_id', '=', userId).returning('id'))
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      tokens_valid_from: sql`greatest(tokens_valid_from, floor(extract(epoch from clock_timestamp())))::bigint + 1`,
    })
    .where('id', '=', userId)
    .returning(accountColumns)
    .executeTakeFirstOrThrow();
}

export function lockAccount(trx: Trx, userId: number) {
  return lockFrom(trx, 'users')
    .select('tokens_valid_from')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function renameUser(db: Db, userId: number, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', userId).execute();
  await noteChangedPerson(db, userId);
}

export async function isVerified(db: Db, userId: number): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return Boolean(user?.email_verified_at);
}

/** Returns false if it was already verified. */
export async function markVerified(db: Db, userId: number): Promise<boolean> {
  const proved = await db
    .updateTable('users')
    .set({ email_verified_at: sql`now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return proved !== undefined;
}
