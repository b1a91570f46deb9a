import { readExpiringLink } from '../../../auth/signed-links.ts';
import type { Context } from '../../../context.ts';
import { forbidden, notFound } from '../../../errors.ts';
import { findImage } from './queries.ts';

export const imageAddressExpired = () => forbidden('This address is not valid any more: read the bug again');

/** Opens the image of a signed link. The link itself is the permission: it was given to somebody who may read the bug. */
export async function openImage({ secretKey, pools, storage }: Context, token: string) {
  const id = readExpiringLink(secretKey, 'attachment', token);
  if (id === null) throw imageAddressExpired();
  const image = await findImage(pools.main, id);
  const file = image && storage.kind === 'local' && (await storage.open(image.object_key));
  if (!file) throw notFound();
  return { ...image, file };
}
