import { chmod, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { letPassThrough } from './data-directory.ts';
import { ignoreIfExists } from './failures.ts';
import { shortHash } from './short-hash.ts';

export function outsideFolder(name: string): string {
  return `/var/lib/${name}`;
}

export async function makeOutsideFolder(outside: string): Promise<void> {
  await mkdir(outside, { recursive: true, mode: 0o755 });
  await letPassThrough(outside);
}

/**
 * Makes a folder outside of the data directory, and a symbolic link to it there; null when the link exists already. The random
 * ending keeps a data directory that was deleted and made anew from finding the database of its predecessor.
 */
export async function placeClusterOutside(link: string, outside: string): Promise<string | null> {
  await makeOutsideFolder(outside);
  const folder = await mkdtemp(join(outside, `${shortHash(await realpath(dirname(link)))}-`));
  await chmod(folder, 0o711);
  const clusterDir = join(folder, basename(link));
  try {
    await symlink(clusterDir, link);
    return clusterDir;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    ignoreIfExists(error);
    return null;
  }
}
