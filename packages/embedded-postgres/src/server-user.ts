import { chmod, lchown, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findAccount, makeAccount } from './accounts.ts';
import { nullIfMissing } from './failures.ts';
import { findPostmaster } from './postmaster.ts';

/** The account PostgreSQL runs under when the service itself is root, which PostgreSQL refuses to be. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

export interface ChosenUser {
  /** The user that PostgreSQL is to run as; null for the user of this process. */
  user: ServerUser | null;
  notices: string[];
}

/** Where no account can be made. Whatever else runs as nobody could read the database, too. */
const nobody: ServerUser = { name: 'nobody', uid: 65534, gid: 65534 };

/** Chooses whoever owns the database already, but for nobody, and at the first start an account of PostgreSQL's own. */
export async function chooseServerUser(clusterDir: string, name: string): Promise<ChosenUser> {
  if (process.getuid?.() !== 0) return { user: null, notices: [] };
  const owner = await stat(clusterDir).catch(nullIfMissing);
  const isNobodys = owner?.uid === ((await findAccount('nobody')) ?? nobody).uid;
  if (owner && owner.uid !== 0 && !(isNobodys && (await isAtRest(clusterDir))))
    return { user: { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }, notices: [] };
  return chooseAccount(name, isNobodys);
}

/** The files of a server that runs must keep their owner: one that a killed service left is adopted as it is. */
async function isAtRest(clusterDir: string): Promise<boolean> {
  return (await findPostmaster(await realpath(clusterDir))) === null;
}

async function chooseAccount(name: string, wasNobodys: boolean): Promise<ChosenUser> {
  const known =
    (await findAccount('postgres')) ?? (await findAccount('_postgres')) ?? (await findAccount(name));
  const moved = `The database belonged to nobody, like much else may; it belongs to ${known?.name ?? name} from now on.`;
  if (known) return { user: known, notices: wasNobodys ? [moved] : [] };
  const made = await makeAccount(name);
  if ('account' in made) {
    const isMade = `The account ${name} was made: PostgreSQL, which refuses to be root, runs under it.`;
    return { user: made.account, notices: wasNobodys ? [isMade, moved] : [isMade] };
  }
  return {
    user: (await findAccount('nobody')) ?? nobody,
    notices: [
      `PostgreSQL runs as nobody, like much else may, because the account ${name} could not be made (${made.reason}). ` +
        `Make it with useradd --system ${name}, and start again.`,
    ],
  };
}

/**
 * Changes the owner of a cluster that root has restored from a backup, or that was nobody's: PostgreSQL refuses files of another
 * user. Root takes the folder first, so that its former owner cannot enter it and put something else in the way.
 */
export async function giveToServerUser(clusterDir: string, user: ServerUser | null): Promise<void> {
  const { uid } = await stat(clusterDir);
  if (!user || uid === user.uid) return;
  if (uid !== 0) {
    await lchown(clusterDir, 0, 0);
    await chmod(clusterDir, 0o700);
  }
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
