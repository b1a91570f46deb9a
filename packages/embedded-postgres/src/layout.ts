import { chmod, lchown, lstat, mkdir, readlink, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, ignoreIfExists, nullIfMissing } from './errors.ts';
import { makeDataDirectory, placeClusterOutside, shortHash } from './files.ts';
import { canEnter, chooseServerUser, type ServerUser } from './processes.ts';

/** Name of the superuser and the database. Existing data directories use it, so it must not change. */
export const owner = 'skep';

export interface Layout {
  dataDir: string;
  /** PostgreSQL's own data directory, with symbolic links resolved. */
  clusterDir: string;
  logFile: string;
  user: ServerUser | null;
  notices: string[];
}

export const clusterLink = (dataDir: string): string => join(dataDir, 'postgres');

export async function resolveLayout(dataDir: string): Promise<Layout> {
  await makeDataDirectory(dataDir);
  const link = clusterLink(dataDir);
  const { user, notices } = await chooseServerUser(link, owner);
  const clusterDir = (await linkedCluster(link)) ?? (await newCluster(link, user));
  if (user && !(await canEnter(dirname(clusterDir), user))) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} cannot be reached by ${user.name}, the user PostgreSQL runs under. ` +
        `Open the folders above it with chmod o+x, or move ${dataDir} to a folder open to all users.`,
    );
  }
  return { dataDir, clusterDir, logFile: join(dataDir, 'postgres.log'), user, notices };
}

/** Real path of an existing cluster, or null. */
async function linkedCluster(link: string): Promise<string | null> {
  const entry = await lstat(link).catch(nullIfMissing);
  if (!entry) return null;
  const target = entry.isSymbolicLink() ? resolve(dirname(link), await readlink(link)) : link;
  const parent = await realpath(dirname(target)).catch(nullIfMissing);
  if (parent === null) {
    throw new EmbeddedPostgresError(
      `The database of ${dirname(link)} is gone: ${link} points to ${target}, which is missing. ` +
        'Restore that folder, or remove the link to start with an empty database.',
    );
  }
  // The link may point to a cluster that was never completed.
  return (await realpath(target).catch(nullIfMissing)) ?? join(parent, basename(target));
}

async function newCluster(link: string, user: ServerUser | null): Promise<string> {
  const dataDir = dirname(link);
  if (!user || (await canEnter(dataDir, user))) return join(await realpath(dataDir), basename(link));
  const placed = await placeClusterOutside(link);
  // Null if a concurrent start has created the link.
  return placed ?? (await linkedCluster(link)) ?? newCluster(link, user);
}

export const socketName = '.s.PGSQL.5432';
/** The kernel limit is 104 bytes on macOS and 108 on Linux. */
const maxSocketPath = 100;

const fitsSocket = (folder: string) => Buffer.byteLength(join(folder, socketName)) <= maxSocketPath;

/** A private folder for the socket: the cluster's own, or one with a shorter path. */
export async function prepareSocketDirectory(layout: Layout): Promise<string> {
  const { clusterDir, user } = layout;
  if (fitsSocket(clusterDir)) return clusterDir;
  const name = `${owner}-${shortHash(clusterDir)}`;
  // Root's own TMPDIR may be closed to the server's user.
  const preferred = join(await realpath(user ? '/tmp' : tmpdir()), name);
  const folder = fitsSocket(preferred) ? preferred : join('/tmp', name);
  await mkdir(folder, { mode: 0o700 }).catch(ignoreIfExists);
  await closeToOthers(folder, layout);
  return folder;
}

async function closeToOthers(folder: string, { user }: Layout): Promise<void> {
  const entry = await lstat(folder);
  const trusted = entry.uid === process.getuid?.() || entry.uid === user?.uid;
  if (!trusted || !entry.isDirectory()) {
    throw new EmbeddedPostgresError(
      `${folder} belongs to another user or is not a folder. Remove it, then start Skep again.`,
    );
  }
  if (user) await lchown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
}

/** Sets port and sslmode, because `pg` would read PGPORT and PGSSLMODE otherwise. */
export function socketUrl(socketDir: string, database: string): string {
  const folder = encodeURIComponent(socketDir);
  const name = encodeURIComponent(database);
  return `postgresql://${owner}@localhost:5432/${name}?host=${folder}&sslmode=disable`;
}
