import { createHash, randomBytes } from 'node:crypto';

export function generateSecret(prefix: 'sk_' | 'mcp_'): string {
  return prefix + randomBytes(20).toString('hex');
}

/** These credentials are long and random, so a plain hash without salt or Argon2 is safe. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function secretPrefix(secret: string): string {
  return secret.slice(0, secret.indexOf('_') + 9);
}
