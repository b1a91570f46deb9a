import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { findSecretKey, replaceSecretKey } from '../secret-key.ts';
import type { KeyFingerprint } from './archive.ts';

const bytes = 32;

/** A slow hash, because the operator may have chosen a weak key. */
const derive = (key: string, salt: string) => scryptSync(key, Buffer.from(salt, 'hex'), bytes);

export function fingerprintKey(key: string): KeyFingerprint {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: derive(key, salt).toString('hex') };
}

export function isSameKey(key: string, { salt, hash }: KeyFingerprint): boolean {
  return timingSafeEqual(derive(key, salt), Buffer.from(hash, 'hex'));
}

export interface RestoredKey {
  /** What the operator must do to keep the old key; null if nothing. */
  notice: string | null;
  undo(): Promise<void>;
}

/** Restores the signing key of the backup, unless SECRET_KEY is configured. */
export async function restoreKey(
  { secretKey, dataDir }: Config,
  fingerprint: KeyFingerprint,
  found: string | null,
): Promise<RestoredKey> {
  const former = secretKey ?? (await findSecretKey(dataDir));
  if (former !== null && isSameKey(former, fingerprint)) return { notice: null, undo: async () => {} };
  if (secretKey === null && found !== null) {
    await replaceSecretKey(dataDir, found);
    return { notice: null, undo: () => replaceSecretKey(dataDir, former) };
  }
  return { notice: found === null ? keyIsElsewhere : keyIsInFile, undo: async () => {} };
}

const otherwise = 'Otherwise all users must sign in again, and links in sent emails are invalid.';

const keyIsElsewhere = `The original service had a SECRET_KEY in its environment, which is not in the backup. Set SECRET_KEY to it and restart. ${otherwise}`;

const keyIsInFile = `The original service had another key, which is in the backup as secret-key. Set SECRET_KEY to it and restart. ${otherwise}`;
