import { createHash, randomBytes } from 'node:crypto';

/** A credential of 160 random bits behind a prefix that tells what it is for. */
export function generateSecret(prefix: 'sk_' | 'mcp_'): string {
  return prefix + randomBytes(20).toString('hex');
}

/** Such credentials are long and random, so a plain hash is enough to keep them from being read back. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Enough of it to tell one from another in a list. */
export function secretPrefix(secret: string): string {
  return secret.slice(0, secret.indexOf('_') + 9);
}
