import { chmod, cp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCompleteDirectory, sweepLeftovers } from './atomic-directory.ts';
import { nullIfMissing } from './failures.ts';
import { makeOutsideFolder } from './outside.ts';

/** Copies the folder of npm's binaries to a place that every user can enter, once. */
export async function copyWithinReach(folder: string, copy: string, outside: string): Promise<void> {
  if (await stat(copy).catch(nullIfMissing)) return;
  await makeOutsideFolder(outside);
  await sweepLeftovers(copy);
  await makeCompleteDirectory(copy, async (unfinished) => {
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    await openToAll(unfinished);
  });
}

/** Lets every user read the copy, because the originals may have been installed under a strict umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    if (!entry.isFile()) continue;
    const { mode } = await stat(path);
    await chmod(path, mode & 0o100 ? 0o755 : 0o644);
  }
}
