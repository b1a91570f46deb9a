import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeDataDirectory } from './data-directory.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { nullIfMissing } from './failures.ts';
import { outsideFolder, placeClusterOutside } from './outside.ts';
import { type Owner, type Words, wordsOf } from './owner.ts';
import { canEnter } from './run.ts';
import { chooseServerUser, type ServerUser } from './server-user.ts';

/** Where the files of the server are, and which user it runs as. */
export interface Layout {
  /** The data directory of the service. */
  dataDir: string;
  /** The data directory of PostgreSQL itself, free of symbolic links. */
  clusterDir: string;
  logFile: string;
  /** The folder where a service that is run by root keeps what its unprivileged PostgreSQL could not reach otherwise. */
  outside: string;
  /** The user that PostgreSQL runs as; null for the user of this process. */
  user: ServerUser | null;
  /** What is to be said about that user: whether it was made just now, or is one that others have too. */
  notices: string[];
  name: string;
  words: Words;
}

/** The path of the cluster, or of the symbolic link to it. */
export function clusterLink(dataDir: string): string {
  return join(dataDir, 'postgres');
}

export async function settleLayout(dataDir: string, owner: Owner): Promise<Layout> {
  const words = wordsOf(owner);
  await makeDataDirectory(dataDir, words);
  const link = clusterLink(dataDir);
  const outside = outsideFolder(owner.name);
  const { user, notices } = await chooseServerUser(link, owner.name);
  const clusterDir = (await linkedCluster(link)) ?? (await newCluster(link, outside, user));
  if (user && !(await canEnter(dirname(clusterDir), user))) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} cannot be reached by ${user.name}, the user PostgreSQL runs under. ` +
        `Open the folders above it with chmod o+x, or move ${dataDir} to a folder open to all users.`,
    );
  }
  return {
    dataDir,
    clusterDir,
    logFile: join(dataDir, 'postgres.log'),
    outside,
    user,
    notices,
    name: owner.name,
    words,
  };
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

async function newCluster(link: string, outside: string, user: ServerUser | null): Promise<string> {
  const dataDir = dirname(link);
  if (!user || (await canEnter(dataDir, user))) return join(await realpath(dataDir), basename(link));
  const placed = await placeClusterOutside(link, outside);
  // It is null when another start has placed its own cluster a moment ago.
  return placed ?? (await linkedCluster(link)) ?? newCluster(link, outside, user);
}
