import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { lastNotice } from '../queries/addresses.ts';

/** The address behind a mute link. */
export async function findMailAddress(db: Db, id: number) {
  return db
    .selectFrom('mail_addresses')
    .select(['id', 'email', sql<boolean>`muted_at is not null`.as('is_muted')])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function muteAddress(db: Db, id: number): Promise<void> {
  await sql`update mail_addresses set muted_at = coalesce(muted_at, now()) where id = ${id}`.execute(db);
}

/** Lifts the mute. What happened while the address was muted is not mailed afterwards, so these notices are skipped. */
export async function unmuteAddress(trx: Trx, id: number): Promise<void> {
  const unmuted = await sql`update mail_addresses set muted_at = null
    where id = ${id} and muted_at is not null`.execute(trx);
  if (unmuted.numAffectedRows === 0n) return;
  await sql`select from notification_addresses where address_id = ${id} order by id for no key update`.execute(
    trx,
  );
  await sql`update notification_addresses set told_up_to = ${lastNotice} where address_id = ${id}`.execute(
    trx,
  );
  await sql`delete from resolved_notices where address_id = ${id}`.execute(trx);
}
