import { jwtVerify, SignJWT } from 'jose';

const lifetimeSeconds = 30 * 24 * 60 * 60;

/** A user as read from the database. Times are Unix seconds by the database's clock. */
export interface TokenHolder {
  id: number;
  /** Tokens issued before this time are revoked. */
  tokens_valid_from: number;
  read_at: number;
}

/**
 * The issue time is when the user was read, so that a password change in between revokes the token. It can run ahead of the
 * clock after two changes within a second.
 */
export async function issueAccessToken(secretKey: string, user: TokenHolder): Promise<string> {
  const issuedAt = Math.max(user.read_at, user.tokens_valid_from);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(user.id))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(new TextEncoder().encode(secretKey));
}

export interface AccessToken {
  userId: number;
  issuedAt: number;
  expiresAt: number;
}

/** Caches verified signatures: verifying one takes longer than reading the user. */
const verified = new Map<string, AccessToken>();
const maxVerified = 1_000;

export async function readAccessToken(secretKey: string, token: string): Promise<AccessToken | null> {
  const key = `${secretKey} ${token}`;
  const known = verified.get(key);
  if (known) return known.expiresAt > Date.now() / 1_000 ? known : null;
  const read = await verify(secretKey, token);
  if (verified.size >= maxVerified) verified.clear();
  if (read) verified.set(key, read);
  return read;
}

async function verify(secretKey: string, token: string): Promise<AccessToken | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secretKey), {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'iat', 'exp'],
    });
    const userId = Number(payload.sub);
    const { iat: issuedAt = 0, exp: expiresAt = 0 } = payload;
    return Number.isSafeInteger(userId) && userId > 0 ? { userId, issuedAt, expiresAt } : null;
  } catch {
    return null;
  }
}
