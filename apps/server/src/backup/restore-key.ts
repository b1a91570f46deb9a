import type { Config } from '../config.ts';
import { findSecretKey, replaceSecretKey } from '../secret-key.ts';
import type { KeyPrint } from './format.ts';
import { isSameKey } from './key-print.ts';

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
