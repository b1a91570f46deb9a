import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from './start-error.ts';

/** Makes the data folder, or says in a sentence why nothing can be kept there. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    const isRoot = process.getuid?.() === 0;
    await makeFolder(dataDir, isRoot ? 0o711 : 0o700);
    if (isRoot) await letPassThrough(dataDir);
    await demandWritable(dataDir);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}). ` +
        'Make it writable for Skep, or set DATA_DIR to another folder.',
    );
  }
}

/** Folder by folder, because Node's own way tries for ever where a file system makes no folders at all, such as /proc. */
async function makeFolder(path: string, mode: number): Promise<void> {
  const found = await statIfThere(path);
  if (found && !found.isDirectory()) throw new Error(`${path} is not a folder`);
  if (found) return;
  await makeFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

const statIfThere = (path: string) =>
  stat(path).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });

/** The user under whom the database runs need not read the folder. Said separately, because a umask may have cut the mode. */
export async function letPassThrough(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o7777) | 0o111);
}

/** Permission bits, read-only and full disks all count, so only a real attempt tells. */
async function demandWritable(folder: string): Promise<void> {
  const file = join(folder, `.writable-${randomUUID()}`);
  await writeFile(file, 'x', { flag: 'wx' });
  await rm(file);
}
