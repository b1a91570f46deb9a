import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeSynced } from './durable-files.ts';
import { StartError } from './start-error.ts';

const rule = 'must have at least 32 characters and no control characters';

/** An attacker who guesses the key can sign in as anyone, so a weak key fails the start. */
export function isSecretKey(value: string): boolean {
  return value.length >= 32 && !/[\p{Cc}\ufffd]/u.test(value);
}

export function readSecretKey(value: string | undefined): string | null {
  if (!value) return null;
  if (!isSecretKey(value)) throw new StartError(`SECRET_KEY ${rule}.`);
  return value;
}

export const keyFileIn = (dataDir: string): string => join(dataDir, 'secret-key');

/** Loads the generated key or creates one. Concurrent starts agree on one. */
export async function loadSecretKey(dataDir: string): Promise<string> {
  const existing = await findSecretKey(dataDir);
  if (existing !== null) return existing;
  await makeKeyFile(dataDir, keyFileIn(dataDir));
  return (await findSecretKey(dataDir)) as string;
}

/** Null if there is none yet. */
export async function findSecretKey(dataDir: string): Promise<string | null> {
  const path = keyFileIn(dataDir);
  const key = await readKeyFile(path);
  if (key === null || isSecretKey(key)) return key;
  throw new StartError(
    `The key in ${path} ${rule}. Restore the old key, or remove the file to generate a new one, ` +
      'which ends all sessions and invalidates emailed links.',
  );
}

/** Atomically replaces or removes the generated key. */
export async function replaceSecretKey(dataDir: string, key: string | null): Promise<void> {
  const path = keyFileIn(dataDir);
  if (key === null) await rm(path, { force: true });
  else {
    const draft = `${path}.${randomUUID()}`;
    await writeSynced(draft, `${key}\n`);
    await rename(draft, path);
  }
  await syncFolder(dataDir);
}

/** Null if the file does not exist. */
export async function readKeyFile(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new StartError(`Cannot read the key in ${path} (${message}). Run Skep as the owner of the file.`);
  }
}

async function makeKeyFile(dataDir: string, path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeSynced(draft, `${randomBytes(32).toString('hex')}\n`);
    // Creating a hard link is atomic and fails if the name exists, so one of several processes wins.
    await link(draft, path).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dataDir);
}
