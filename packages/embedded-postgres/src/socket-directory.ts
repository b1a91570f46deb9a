import { chmod, lchown, lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { ignoreIfExists } from './failures.ts';
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
  await mkdir(folder, { mode: 0o700 }).catch(ignoreIfExists);
  await closeToOthers(folder, layout);
  return folder;
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
