import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export { syncFolder } from '@skep/embedded-postgres/durable-files';

/** Writes a new file readable by our user only, and syncs it to disk. */
export async function writeSynced(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

const staleAfterMs = 60 * 60_000;

/** Removes leftovers of killed processes: files unchanged for an hour. */
export async function removeStaleFiles(folder: string, isOurs = (_name: string) => true): Promise<void> {
  const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
  for (const path of names.filter(isOurs).map((name) => join(folder, name))) {
    const file = await stat(path).catch(undefinedIfMissing);
    if (file && file.mtimeMs < Date.now() - staleAfterMs) await rm(path, { force: true });
  }
}

export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
