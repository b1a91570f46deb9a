import { jwtVerify, SignJWT } from 'jose';

const lifetimeSeconds = 30 * 24 * 60 * 60;

/**
 * `validFrom` is the second before which a user's tokens are void. A password that is changed twice within a second
 * pushes it ahead of the clock, so a fresh token must not be dated before it.
 */
export async function issueAccessToken(
  secretKey: string,
  user: { id: number; validFrom: number },
  now = Date.now(),
): Promise<string> {
  const issuedAt = Math.max(Math.floor(now / 1000), user.validFrom);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(user.id))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(new TextEncoder().encode(secretKey));
}

export interface AccessToken {
  userId: number;
  /** In seconds, as in the token. */
  issuedAt: number;
  expiresAt: number;
}

/** What a valid token says, or null. */
export async function readAccessToken(secretKey: string, token: string): Promise<AccessToken | null> {
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
