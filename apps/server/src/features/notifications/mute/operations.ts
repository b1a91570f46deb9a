import { readSignedLink } from '../../../auth/signed-links.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { mutePurpose } from '../../../mail/mute-link.ts';
import * as queries from './queries.ts';

/**
 * Finds the address that a mute link is about. The link itself is the permission, because it was mailed to that address.
 * Undefined when its signature is not ours, or when the address has been deleted since.
 */
export async function findMutableAddress({ secretKey, pools }: Context, token: string) {
  const id = readSignedLink(secretKey, mutePurpose, token);
  return id === null ? undefined : queries.findMailAddress(pools.main, id);
}

/** Mutes an address for all projects, those included that will list it later. */
export async function mute(context: Context, token: string) {
  const address = await findMutableAddress(context, token);
  if (address) await queries.muteAddress(context.pools.main, address.id);
  return address;
}

export async function unmute(context: Context, token: string) {
  const address = await findMutableAddress(context, token);
  if (address) await inTransaction(context.pools.main, (trx) => queries.unmuteAddress(trx, address.id));
  return address;
}
