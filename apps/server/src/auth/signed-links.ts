import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The tokens in mailed links: an id and its signature for one purpose. They can be made again from the id, so neither
 * the database nor a waiting job holds anything that opens a door; the row that the id names says how long it holds.
 */
export function signLink(secretKey: string, purpose: string, id: number): string {
  return `${id}.${signature(secretKey, `link:${purpose}:${id}`)}`;
}

/** The id, or null when the token was not made here for this purpose. */
export function readSignedLink(secretKey: string, purpose: string, token: string): number | null {
  const [idText = '', given = ''] = token.split('.');
  const id = readNumber(idText);
  return id !== null && isSigned(secretKey, `link:${purpose}:${id}`, given) ? id : null;
}

/** A token that says itself how long it holds. */
export function signExpiringLink(secretKey: string, purpose: string, id: number, expiresAt: Date): string {
  const expires = expiresAt.getTime();
  return `${id}.${expires}.${signature(secretKey, `link:${purpose}:${id}:${expires}`)}`;
}

/** The id, or null when the token was not made here for this purpose, or does not hold any more. */
export function readExpiringLink(secretKey: string, purpose: string, token: string): number | null {
  const [idText = '', expiresText = '', given = '', ...rest] = token.split('.');
  const [id, expires] = [readNumber(idText), readNumber(expiresText)];
  if (id === null || expires === null || rest.length > 0 || expires <= Date.now()) return null;
  return isSigned(secretKey, `link:${purpose}:${id}:${expires}`, given) ? id : null;
}

function readNumber(text: string): number | null {
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}

function isSigned(secretKey: string, text: string, given: string): boolean {
  const expected = Buffer.from(signature(secretKey, text));
  const presented = Buffer.from(given);
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}

function signature(secretKey: string, text: string): string {
  return createHmac('sha256', secretKey).update(text).digest('base64url');
}
