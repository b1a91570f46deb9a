import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from './failures.ts';

/** The account PostgreSQL runs under when the service itself is root, which PostgreSQL refuses to be. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

const preferredAccounts = ['postgres', '_postgres', 'nobody'];
const nobody: ServerUser = { name: 'nobody', uid: 65534, gid: 65534 };

/** The user that PostgreSQL is to run as; null for the user of this process. */
export async function chooseServerUser(clusterDir: string): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(clusterDir).catch(nullIfMissing);
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  return unprivilegedAccount();
}

async function unprivilegedAccount(): Promise<ServerUser> {
  const passwd = (await readFile('/etc/passwd', 'utf8').catch(nullIfMissing)) ?? '';
  const accounts = passwd.split('\n').map((line) => line.split(':'));
  for (const name of preferredAccounts) {
    const account = accounts.find((fields) => fields[0] === name);
    // macOS writes the ids of nobody as -2.
    if (account) return { name, uid: Number(account[2]) >>> 0, gid: Number(account[3]) >>> 0 };
  }
  return nobody;
}

/** Changes the owner of a cluster that root has restored from a backup: PostgreSQL refuses files of another user. */
export async function giveToServerUser(clusterDir: string, user: ServerUser | null): Promise<void> {
  if (!user || (await stat(clusterDir)).uid === user.uid) return;
  await chownTree(clusterDir, user);
}

async function chownTree(folder: string, user: ServerUser): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await chownTree(path, user);
    else await lchown(path, user.uid, user.gid);
  }
  // The folder itself comes last, because its owner tells the next start whether all of this was done.
  await lchown(folder, user.uid, user.gid);
}
