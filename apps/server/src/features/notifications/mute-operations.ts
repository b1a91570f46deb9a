import { readSignedLink } from '../../auth/signed-links.ts';
import type { Context } from '../../context.ts';
import * as queries from './queries.ts';

/** The link is the permission: it was mailed to the address. Undefined when it is not ours, or the address is off the list. */
export async function findMutableAddress({ secretKey, db }: Context, token: string) {
  const id = readSignedLink(secretKey, 'mute', token);
  return id === null ? undefined : queries.findAddress(db, id);
}

export async function mute(context: Context, token: string) {
  const address = await findMutableAddress(context, token);
  if (address) await queries.muteAddress(context.db, address.id);
  return address;
}

export async function unmute(context: Context, token: string) {
  const address = await findMutableAddress(context, token);
  if (address) await queries.unmuteAddress(context.db, address);
  return address;
}
