import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { deleteInPortions } from '../../../db/portions.ts';
import { lockAccount } from '../../users/queries.ts';

const isLive = sql<boolean>`expires_at > now()`;

/** Answers undefined when `maxPerHour` resets were made for this user within the last hour: more would be pestering. */
export async function insertPasswordReset(
  db: Db,
  userId: number,
  maxPerHour: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into password_resets (user_id, expires_at)
    select ${userId}, now() + interval '1 hour'
    where (select count(*) from password_resets
      where user_id = ${userId} and created_at between now() - interval '1 hour' and clock_timestamp() + interval '1 second'
      ) < ${maxPerHour}
    returning id`.execute(db);
  return rows[0]?.id;
}

export async function deletePasswordReset(db: Db, id: number): Promise<void> {
  await db.deleteFrom('password_resets').where('id', '=', id).execute();
}

/** The user whose password a reset lets one set; undefined when the reset has been used or has expired. */
export async function findPasswordReset(db: Db, id: number): Promise<number | undefined> {
  const reset = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('id', '=', id)
    .where(isLive)
    .executeTakeFirst();
  return reset?.user_id;
}

/**
 * Uses up a reset; when two requests do so at the same time, one of them gets false. The user's row is locked first, as in
 * every transaction that changes a password, so that two of these cannot deadlock.
 */
export async function takePasswordReset(trx: Trx, id: number, userId: number): Promise<boolean> {
  await lockAccount(trx, userId);
  const taken = await trx.deleteFrom('password_resets').where('id', '=', id).where(isLive).executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

export function deleteOldPasswordResets(db: Db): Promise<number> {
  return deleteInPortions(db, 'password_resets', sql`expires_at < now() - interval '1 day'`);
}
