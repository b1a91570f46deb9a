import { sql } from 'kysely';
import { readSignedLink } from '../../auth/signed-links.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { mutePurpose } from '../../mail/mute-link.ts';
import { lastNotice } from './addresses.ts';

/**
 * Finds the address that a mute link is about. The link itself is the permission, because it was mailed to that address.
 * Undefined when its signature is not ours, or when the address has been deleted since.
 */
export async function findMutableAddress({ secretKey, pools }: Context, token: string) {
  const id = readSignedLink(secretKey, mutePurpose, token);
  if (id === null) return undefined;
  return pools.main
    .selectFrom('mail_addresses')
    .select(['id', 'email', sql<boolean>`muted_at is not null`.as('is_muted')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Mutes an address for all projects, those included that will list it later. */
export async function mute(context: Context, token: string) {
  const address = await findMutableAddress(context, token);
  if (address)
    await context.pools.main
      .updateTable('mail_addresses')
      .set({ muted_at: sql<Date>`coalesce(muted_at, now())` })
      .where('id', '=', address.id)
      .execute();
  return address;
}

/** Lifts the mute. What happened while the address was muted is not mailed afterwards. */
export async function unmute(context: Context, token: string) {
  const address = await findMutableAddress(context, token);
  if (!address) return undefined;
  const { id } = address;
  await inTransaction(context.pools.main, async (trx) => {
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
  });
  return address;
}
