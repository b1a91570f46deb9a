import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { isOpenInvitation } from '../../invitations/queries.ts';

export async function hasAccounts(db: Db): Promise<boolean> {
  return Boolean(await db.selectFrom('users').select('id').limit(1).executeTakeFirst());
}

/** An advisory lock: of those who want to be the first at the same moment, all but one wait and then find that account. */
export async function lockFirstAccount(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`.execute(trx);
}

export async function isInvited(db: Db, email: string): Promise<boolean> {
  const invitation = await db
    .selectFrom('invitations')
    .select('id')
    .where(sql`fold_ascii(email)`, '=', sql`fold_ascii(${email})`)
    .where(isOpenInvitation)
    .limit(1)
    .executeTakeFirst();
  return invitation !== undefined;
}
