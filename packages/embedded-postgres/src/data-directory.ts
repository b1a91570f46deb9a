import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { errorCode, ignoreIfExists, messageOf } from './failures.ts';
import type { Words } from './owner.ts';

/** Makes the data directory, or says in a sentence why nothing can be kept there. */
export async function makeDataDirectory(dataDir: string, words: Words): Promise<void> {
  try {
    const isRoot = process.getuid?.() === 0;
    await makeFolder(dataDir, isRoot ? 0o711 : 0o700);
    if (isRoot) await letPassThrough(dataDir);
    await demandWritable(dataDir);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} cannot be used (${messageOf(error)}). ` +
        `Make it writable for ${words.service}, or set ${words.dataDirSetting} to another folder.`,
    );
  }
}

/** Makes a folder and those above it, one by one: Node's recursive mkdir never ends where none can be made, such as /proc. */
async function makeFolder(path: string, mode: number): Promise<void> {
  const found = await statIfThere(path);
  if (found && !found.isDirectory()) throw new Error(`${path} is not a folder`);
  if (found) return;
  await makeFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch(ignoreIfExists);
}

/** Undefined when nothing is there. A file in place of a folder above (ENOTDIR) stays a failure. */
const statIfThere = (path: string) =>
  stat(path).catch((error) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });

/** Lets the user that PostgreSQL runs as enter the folder, but not read it. A umask may have cut this from mkdir's mode. */
export async function letPassThrough(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o7777) | 0o111);
}

/** Writes a file, because permission bits, read-only mounts and full disks all count, and only a real attempt tells. */
async function demandWritable(folder: string): Promise<void> {
  const file = join(folder, `.writable-${randomUUID()}`);
  await writeFile(file, 'x', { flag: 'wx' });
  await rm(file);
}
