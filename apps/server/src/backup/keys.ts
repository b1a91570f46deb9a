import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { findSecretKey, replaceSecretKey } from '../secret-key.ts';
import type { KeyPrint } from './archive.ts';

const bytes = 32;

/** Takes long to guess at, since an operator may have made up the key. */
const print = (key: string, salt: string) => scryptSync(key, Buffer.from(salt, 'hex'), bytes);

export function takePrint(key: string): KeyPrint {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: print(key, salt).toString('hex') };
}

export function isSameKey(key: string, { salt, hash }: KeyPrint): boolean {
  return timingSafeEqual(print(key, salt), Buffer.from(hash, 'hex'));
}

export interface RestoredKey {
  /** What the operator has to do to sign with the former key; null when that is so already. */
  notice: string | null;
  undo(): Promise<void>;
}

/** Lets the service sign with the key that the backup's did, where it may: one that is configured comes before any other. */
export async function restoreKey(
  { secretKey, dataDir }: Config,
  print: KeyPrint,
  found: string | null,
): Promise<RestoredKey> {
  const former = secretKey ?? (await findSecretKey(dataDir));
  if (former !== null && isSameKey(former, print)) return { notice: null, undo: async () => {} };
  if (secretKey === null && found !== null) {
    await replaceSecretKey(dataDir, found);
    return { notice: null, undo: () => replaceSecretKey(dataDir, former) };
  }
  return { notice: found === null ? keyIsElsewhere : keyIsInFile, undo: async () => {} };
}

const otherwise =
  'Otherwise everybody has to sign in again, and links in mails that were sent are not valid any more.';

const keyIsElsewhere = `The service that was backed up had another SECRET_KEY in its environment, which is not in the file: set SECRET_KEY to that one, and start the service again. ${otherwise}`;

const keyIsInFile = `The service that was backed up had another key, which is in the file as secret-key: set SECRET_KEY to that one, and start the service again. ${otherwise}`;
