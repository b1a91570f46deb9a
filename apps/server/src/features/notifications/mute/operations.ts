import { readSignedLink } from '../../../auth/signed-links.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { mutePurpose } from '../../../mail/mute-link.ts';
import * as queries from './queries.ts';

/** The link is the permission: it was mailed to the address. Undefined when it is not ours, or the address was forgotten. */
export async function findMutableAddress({ secretKey, pools }: Context, token: string) {
  const id = readSignedLink(secretKey, mutePurpose, token);
  return id === null ? undefined : queries.findMailAddress(pools.main, id);
}

/** For every project there is or will be, and whoever lists the address. */
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
