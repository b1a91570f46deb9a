import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The tokens in mailed links: an id and its signature for one purpose. They can be made again from the id, so neither
 * the database nor a waiting job holds anything that opens a door; the row that the id names says how long it holds.
 */
export function signLink(secretKey: string, purpose: string, id: number): string {
  return `${id}.${signature(secretKey, purpose, id)}`;
}

/** The id, or null when the token was not made here for this purpose. */
export function readSignedLink(secretKey: string, purpose: string, token: string): number | null {
  const [idText = '', given = ''] = token.split('.');
  const id = Number(idText);
  if (!/^\d{1,16}$/.test(idText) || !Number.isSafeInteger(id)) return null;
  const expected = Buffer.from(signature(secretKey, purpose, id));
  const presented = Buffer.from(given);
  return presented.length === expected.length && timingSafeEqual(presented, expected) ? id : null;
}

function signature(secretKey: string, purpose: string, id: number): string {
  return createHmac('sha256', secretKey).update(`link:${purpose}:${id}`).digest('base64url');
}
