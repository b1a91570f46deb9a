import { createHmac, timingSafeEqual } from 'node:crypto';

/** An id with an HMAC for one purpose. It can be recomputed, so no credential is stored in the database or in a job. */
export function signLink(secretKey: string, purpose: string, id: number): string {
  return `${id}.${signature(secretKey, `link:${purpose}:${id}`)}`;
}

export function readSignedLink(secretKey: string, purpose: string, token: string): number | null {
  const [idText = '', given = ''] = token.split('.');
  const id = readNumber(idText);
  return id !== null && isSigned(secretKey, `link:${purpose}:${id}`, given) ? id : null;
}

/** A token that contains its expiry, so that no row is needed. */
export function signExpiringLink(secretKey: string, purpose: string, id: number, expiresAt: Date): string {
  const expires = expiresAt.getTime();
  return `${id}.${expires}.${signature(secretKey, `link:${purpose}:${id}:${expires}`)}`;
}

export function readExpiringLink(secretKey: string, purpose: string, token: string): number | null {
  const link = readDatedLink(secretKey, purpose, token);
  return link && !link.hasExpired ? link.id : null;
}

/** Like `readExpiringLink`, but distinguishes an expired link from an invalid one. */
export function readDatedLink(
  secretKey: string,
  purpose: string,
  token: string,
): { id: number; hasExpired: boolean } | null {
  const [idText = '', expiresText = '', given = '', ...rest] = token.split('.');
  const [id, expires] = [readNumber(idText), readNumber(expiresText)];
  if (id === null || expires === null || rest.length > 0) return null;
  if (!isSigned(secretKey, `link:${purpose}:${id}:${expires}`, given)) return null;
  return { id, hasExpired: expires <= Date.now() };
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
