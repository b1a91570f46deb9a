import { sql } from 'kysely';
import { readSignedLink } from '../../auth/signed-links.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { mutePurpose } from '../../mail/mute-link.ts';
import { lastNotice } from './addresses.ts';

/**
 * Finds the address of a mute link, which was emailed there and is the credential. Undefined if the signature is invalid or the
 * address was deleted.
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

/** Applies to all projects, including future ones. */
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

/** Bugs from the muted period are not emailed afterwards. */
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
