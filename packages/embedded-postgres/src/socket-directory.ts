import { chmod, lchown, lstat, mkdir, realpath, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAccount } from './accounts.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { ignoreIfExists, nullIfMissing } from './failures.ts';
import type { Layout } from './layout.ts';
import { shortHash } from './short-hash.ts';

export const socketName = '.s.PGSQL.5432';
/** The kernel takes 104 bytes (macOS) or 108 (Linux). */
const longestSocketPath = 100;

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketName)) <= longestSocketPath;
}

/** The folder of the socket, which is closed to other users: the cluster's own, or one with a shorter path where needed. */
export async function prepareSocketDirectory(layout: Layout): Promise<string> {
  const { clusterDir, user } = layout;
  if (fitsSocket(clusterDir)) return clusterDir;
  const name = `${layout.name}-${shortHash(clusterDir)}`;
  // Root's own TMPDIR may be closed to the server's user.
  const wished = join(await realpath(user ? '/tmp' : tmpdir()), name);
  const folder = fitsSocket(wished) ? wished : join('/tmp', name);
  await removeNobodys(folder, layout);
  await mkdir(folder, { mode: 0o700 }).catch(ignoreIfExists);
  await closeToOthers(folder, layout);
  return folder;
}

/** A database that was nobody's has left its folder with that owner. One that holds anything else stays, and is refused. */
async function removeNobodys(folder: string, { user }: Layout): Promise<void> {
  const entry = await lstat(folder).catch(nullIfMissing);
  const nobody = await findAccount('nobody');
  if (!user || !entry?.isDirectory() || entry.uid === user.uid || entry.uid !== nobody?.uid) return;
  for (const name of [socketName, `${socketName}.lock`]) await rm(join(folder, name), { force: true });
  await rmdir(folder).catch(() => {});
}

async function closeToOthers(folder: string, { user, words }: Layout): Promise<void> {
  const entry = await lstat(folder);
  const trusted = entry.uid === process.getuid?.() || entry.uid === user?.uid;
  if (!trusted || !entry.isDirectory()) {
    throw new EmbeddedPostgresError(
      `${folder} belongs to another user or is no folder. Remove it, then start ${words.service} again.`,
    );
  }
  if (user) await lchown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
}
