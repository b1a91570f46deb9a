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

/** Calls fsync on a folder, so that new and renamed files in it survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const inProgress = new Set<string>();
const abandonedAfterMs = 10 * 60 * 1000;

/** Creates the directory under a temporary name and renames it, so that it appears only when it is complete. */
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
    const creatorPid = Number.parseInt(name.slice(prefix.length), 10);
    if (await isAbandoned(path, creatorPid)) await removeFolder(path);
  }
}

// A process of a killed attempt may still write; the next start removes the rest.
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
}

// Process ids are reused, especially in containers, so old directories count as abandoned too.
async function isAbandoned(path: string, creatorPid: number): Promise<boolean> {
  if (creatorPid === process.pid || !processExists(creatorPid)) return true;
  const made = await stat(path).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > abandonedAfterMs;
}

export async function makeDataDirectory(dataDir: string): Promise<void> {
  try {
    const isRoot = process.getuid?.() === 0;
    await makeFolder(dataDir, isRoot ? 0o711 : 0o700);
    if (isRoot) await makeTraversable(dataDir);
    await requireWritable(dataDir);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} cannot be used (${messageOf(error)}). ` +
        'Make it writable for Skep, or set DATA_DIR to another folder.',
    );
  }
}

/** Creates the path one folder at a time, because Node's recursive mkdir loops forever below /proc. */
async function makeFolder(path: string, mode: number): Promise<void> {
  const found = await statIfExists(path);
  if (found && !found.isDirectory()) throw new Error(`${path} is not a folder`);
  if (found) return;
  await makeFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch(ignoreIfExists);
}

/** Undefined if the path does not exist. ENOTDIR is still thrown. */
const statIfExists = (path: string) =>
  stat(path).catch((error) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });

/** Lets the server's user enter the folder without reading it. The umask may have removed these bits from mkdir's mode. */
async function makeTraversable(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o7777) | 0o111);
}

/** Writes a test file, because permission bits alone do not show read-only mounts or a full disk. */
async function requireWritable(folder: string): Promise<void> {
  const file = join(folder, `.writable-${randomUUID()}`);
  await writeFile(file, 'x', { flag: 'wx' });
  await rm(file);
}

/** Used as root for files that the unprivileged PostgreSQL could not reach otherwise. */
export const outside = '/var/lib/skep';

export async function makeOutsideFolder(): Promise<void> {
  await mkdir(outside, { recursive: true, mode: 0o755 });
  await makeTraversable(outside);
}

/** Returns null if the link already exists. The random suffix prevents a new data directory from using an old database. */
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

/** Short, because socket paths are limited. */
export const shortHash = (path: string): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 12);
