import { chmod, lchown, lstat, mkdir, readlink, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, ignoreIfExists, nullIfMissing } from './errors.ts';
import { makeDataDirectory, placeClusterOutside, shortHash } from './files.ts';
import { canEnter, chooseServerUser, type ServerUser } from './processes.ts';

/** Names the superuser and the database. Data directories that exist have them, so it stays. */
export const owner = 'skep';

export interface Layout {
  dataDir: string;
  /** The data directory of PostgreSQL itself, free of symbolic links. */
  clusterDir: string;
  logFile: string;
  user: ServerUser | null;
  notices: string[];
}

export const clusterLink = (dataDir: string): string => join(dataDir, 'postgres');

export async function settleLayout(dataDir: string): Promise<Layout> {
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

/** The path of an existing cluster, free of symbolic links; null when there is none yet. */
async function linkedCluster(link: string): Promise<string | null> {
  const entry = await lstat(link).catch(nullIfMissing);
  if (!entry) return null;
  const target = entry.isSymbolicLink() ? resolve(dirname(link), await readlink(link)) : link;
  const parent = await realpath(dirname(target)).catch(nullIfMissing);
  if (parent === null) {
    throw new EmbeddedPostgresError(
      `The database of ${dirname(link)} is gone: ${link} points to ${target}, which is missing. ` +
        'Bring that folder back, or remove the link to begin with an empty database.',
    );
  }
  // The link may lead to a cluster that was never completed, in a folder that exists.
  return (await realpath(target).catch(nullIfMissing)) ?? join(parent, basename(target));
}

async function newCluster(link: string, user: ServerUser | null): Promise<string> {
  const dataDir = dirname(link);
  if (!user || (await canEnter(dataDir, user))) return join(await realpath(dataDir), basename(link));
  const placed = await placeClusterOutside(link);
  // It is null when another start has placed its own cluster a moment ago.
  return placed ?? (await linkedCluster(link)) ?? newCluster(link, user);
}

export const socketName = '.s.PGSQL.5432';
/** The kernel takes 104 bytes (macOS) or 108 (Linux). */
const longestSocketPath = 100;

const fitsSocket = (folder: string) => Buffer.byteLength(join(folder, socketName)) <= longestSocketPath;

/** The folder of the socket, which is closed to other users: the cluster's own, or one with a shorter path where needed. */
export async function prepareSocketDirectory(layout: Layout): Promise<string> {
  const { clusterDir, user } = layout;
  if (fitsSocket(clusterDir)) return clusterDir;
  const name = `${owner}-${shortHash(clusterDir)}`;
  // Root's own TMPDIR may be closed to the server's user.
  const wished = join(await realpath(user ? '/tmp' : tmpdir()), name);
  const folder = fitsSocket(wished) ? wished : join('/tmp', name);
  await mkdir(folder, { mode: 0o700 }).catch(ignoreIfExists);
  await closeToOthers(folder, layout);
  return folder;
}

async function closeToOthers(folder: string, { user }: Layout): Promise<void> {
  const entry = await lstat(folder);
  const trusted = entry.uid === process.getuid?.() || entry.uid === user?.uid;
  if (!trusted || !entry.isDirectory()) {
    throw new EmbeddedPostgresError(
      `${folder} belongs to another user or is no folder. Remove it, then start Skep again.`,
    );
  }
  if (user) await lchown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
}

/** The URL of a database. It names port and sslmode, because `pg` would take them from PGPORT and PGSSLMODE otherwise. */
export function socketUrl(socketDir: string, database: string): string {
  const folder = encodeURIComponent(socketDir);
  const name = encodeURIComponent(database);
  return `postgresql://${owner}@localhost:5432/${name}?host=${folder}&sslmode=disable`;
}
