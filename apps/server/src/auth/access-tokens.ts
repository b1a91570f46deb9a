import { jwtVerify, SignJWT } from 'jose';

const lifetimeSeconds = 30 * 24 * 60 * 60;

/** A user as they were when they were read; both times are seconds of the database's clock. */
export interface TokenHolder {
  id: number;
  /** Tokens that were issued before this second are void. */
  tokens_valid_from: number;
  read_at: number;
}

/** Dated from when the user was read, so that a password that changes meanwhile voids it. Two changes in a second run ahead of the clock. */
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

/** A token that was verified once needs no second look at its signature, which takes longer than reading the user. */
const verified = new Map<string, AccessToken>();
const mostVerified = 1_000;

export async function readAccessToken(secretKey: string, token: string): Promise<AccessToken | null> {
  const key = `${secretKey} ${token}`;
  const known = verified.get(key);
  if (known) return known.expiresAt > Date.now() / 1_000 ? known : null;
  const read = await verify(secretKey, token);
  if (verified.size >= mostVerified) verified.clear();
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
