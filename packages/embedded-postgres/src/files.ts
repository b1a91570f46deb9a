import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError, errorCode, ignoreIfExists, messageOf } from './errors.ts';
import { processExists } from './processes.ts';

/** Calls fsync on a folder: a new name in it survives a power cut only once the folder itself is on disk too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const inProgress = new Set<string>();
const longerThanAnyAttempt = 10 * 60 * 1000;

/** Fills a folder beside `finalPath` and renames it: a process that is killed half way leaves nothing under the final name. */
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

export async function makeDataDirectory(dataDir: string): Promise<void> {
  try {
    const isRoot = process.getuid?.() === 0;
    await makeFolder(dataDir, isRoot ? 0o711 : 0o700);
    if (isRoot) await letPassThrough(dataDir);
    await demandWritable(dataDir);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} cannot be used (${messageOf(error)}). ` +
        'Make it writable for Skep, or set DATA_DIR to another folder.',
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
async function letPassThrough(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o7777) | 0o111);
}

/** Writes a file, because permission bits, read-only mounts and full disks all count, and only a real attempt tells. */
async function demandWritable(folder: string): Promise<void> {
  const file = join(folder, `.writable-${randomUUID()}`);
  await writeFile(file, 'x', { flag: 'wx' });
  await rm(file);
}

/** Where a service that is run by root keeps what its unprivileged PostgreSQL could not reach otherwise. */
export const outside = '/var/lib/skep';

export async function makeOutsideFolder(): Promise<void> {
  await mkdir(outside, { recursive: true, mode: 0o755 });
  await letPassThrough(outside);
}

/** The random ending keeps a data directory that was made anew from finding its predecessor's database. Null when the link exists already. */
export async function placeClusterOutside(link: string): Promise<string | null> {
  await makeOutsideFolder();
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

/** Short enough for the path of a socket. */
export const shortHash = (path: string): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 12);
