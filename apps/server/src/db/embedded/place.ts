import { createHash } from 'node:crypto';
import { chmod, lchown, lstat, mkdir, mkdtemp, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { letPassThrough, prepareDataDir } from '../../data-dir.ts';
import { StartError } from '../../start-error.ts';
import { errorCode, nullIfMissing } from './errors.ts';
import { canEnter, chooseServerUser, type ServerUser } from './user.ts';

/** Where a service run by root keeps what its unprivileged PostgreSQL could not reach otherwise. */
export const outsideRoot = '/var/lib/skep';

export interface Place {
  dataDir: string;
  /** The real folder of the cluster, free of symbolic links. */
  clusterDir: string;
  logFile: string;
  user: ServerUser | null;
}

export function clusterLink(dataDir: string): string {
  return join(dataDir, 'postgres');
}

export async function settlePlace(dataDir: string): Promise<Place> {
  await prepareDataDir(dataDir);
  const user = await chooseServerUser(clusterLink(dataDir));
  const clusterDir = (await linkedClusterDir(dataDir)) ?? (await newClusterDir(dataDir, user));
  if (user && !(await canEnter(dirname(clusterDir), user))) {
    throw new StartError(
      `The database in ${clusterDir} cannot be reached by ${user.name}, the user PostgreSQL runs under. ` +
        `Open the folders above it with chmod o+x, or move ${dataDir} to a folder open to all users.`,
    );
  }
  return { dataDir, clusterDir, logFile: join(dataDir, 'postgres.log'), user };
}

export async function prepareOutsideRoot(): Promise<void> {
  await mkdir(outsideRoot, { recursive: true, mode: 0o755 });
  await letPassThrough(outsideRoot);
}

/** Null when nothing is there yet. */
async function linkedClusterDir(dataDir: string): Promise<string | null> {
  const link = clusterLink(dataDir);
  const entry = await lstat(link).catch(nullIfMissing);
  if (!entry) return null;
  const target = entry.isSymbolicLink() ? resolve(dataDir, await readlink(link)) : link;
  const parent = await realpath(dirname(target)).catch(nullIfMissing);
  if (parent === null) {
    throw new StartError(
      `The database of ${dataDir} is gone: ${link} points to ${target}, which is missing. ` +
        'Bring that folder back, or remove the link to begin with an empty database.',
    );
  }
  // A link into an existing folder may be one whose cluster was never completed.
  return (await realpath(target).catch(nullIfMissing)) ?? join(parent, basename(target));
}

async function newClusterDir(dataDir: string, user: ServerUser | null): Promise<string> {
  if (!user || (await canEnter(dataDir, user))) return join(await realpath(dataDir), 'postgres');
  return newClusterOutside(dataDir);
}

/**
 * The random ending keeps a data folder that was deleted and made anew
 * from finding the database of its predecessor.
 */
async function newClusterOutside(dataDir: string): Promise<string> {
  await prepareOutsideRoot();
  const folder = await mkdtemp(join(outsideRoot, `${shortHash(await realpath(dataDir))}-`));
  await chmod(folder, 0o711);
  try {
    await symlink(join(folder, 'postgres'), clusterLink(dataDir));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const settledByAnother = errorCode(error) === 'EEXIST' ? await linkedClusterDir(dataDir) : null;
    if (settledByAnother === null) throw error;
    return settledByAnother;
  }
  return join(folder, 'postgres');
}

function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

export const socketName = '.s.PGSQL.5432';
// The kernel takes 104 (macOS) or 108 (Linux) bytes.
const longestSocketPath = 100;

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketName)) <= longestSocketPath;
}

/** The cluster folder itself, closed to other users; a folder just as closed when that path is too long. */
export async function prepareSocketDir({ clusterDir, user }: Place): Promise<string> {
  if (fitsSocket(clusterDir)) return clusterDir;
  const name = `skep-${shortHash(clusterDir)}`;
  // Root's own TMPDIR may be closed to the server's user.
  const wished = join(await realpath(user ? '/tmp' : tmpdir()), name);
  const folder = fitsSocket(wished) ? wished : join('/tmp', name);
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  await closeToOthers(folder, user);
  return folder;
}

async function closeToOthers(folder: string, user: ServerUser | null): Promise<void> {
  const entry = await lstat(folder);
  const trusted = entry.uid === process.getuid?.() || entry.uid === user?.uid;
  if (!trusted || !entry.isDirectory()) {
    throw new StartError(
      `${folder} belongs to another user or is no folder. Remove it, then start Skep again.`,
    );
  }
  if (user) await lchown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
}
