import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from './durable-files.ts';
import { errorCode } from './failures.ts';
import { processExists } from './processes.ts';

const inProgress = new Set<string>();
const longerThanAnyAttempt = 10 * 60 * 1000;

/**
 * Makes a directory atomically: fills a folder beside `finalPath` and renames it when it is complete, so that a process that
 * is killed half way leaves nothing under the final name. What another process has finished first stays.
 */
export async function makeCompleteDirectory(
  finalPath: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = `${finalPath}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  inProgress.add(folder);
  try {
    await mkdir(folder, { mode: 0o700 });
    await fill(folder);
    await renameUnlessExists(folder, finalPath);
  } finally {
    await removeFolder(folder);
    inProgress.delete(folder);
  }
}

async function renameUnlessExists(folder: string, finalPath: string): Promise<void> {
  try {
    await rename(folder, finalPath);
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) return;
    throw error;
  }
  await syncFolder(dirname(finalPath));
}

/** Removes what attempts that were killed have left beside `finalPath`. */
export async function sweepLeftovers(finalPath: string): Promise<void> {
  const prefix = `${basename(finalPath)}.new-`;
  const parent = dirname(finalPath);
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (!name.startsWith(prefix) || inProgress.has(path)) continue;
    const maker = Number.parseInt(name.slice(prefix.length), 10);
    if (await isAbandoned(path, maker)) await removeFolder(path);
  }
}

// A killed attempt may have left a process behind that still writes; what resists goes at the next start.
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
}

// Process ids are reused, above all in containers, so a living maker does not prove anything for long.
async function isAbandoned(path: string, maker: number): Promise<boolean> {
  if (maker === process.pid || !processExists(maker)) return true;
  const made = await stat(path).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > longerThanAnyAttempt;
}
