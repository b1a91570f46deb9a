import { execFile } from 'node:child_process';
import { chmod, lchown, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode, nullIfMissing } from './errors.ts';
import { findPostmaster } from './postmaster.ts';

/** Excludes the caller's PG* and LD_* variables. LC_ALL=C makes log messages parseable. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

export function identity(user: ServerUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

export interface ProgramResult {
  succeeded: boolean;
  output: string;
}

const run = promisify(execFile);

export function runToEnd(command: string, args: string[], user: ServerUser | null): Promise<ProgramResult> {
  // That user may not have access to the current folder.
  return run(command, args, { ...identity(user), cwd: '/', env: serverEnvironment() }).then(
    ({ stdout, stderr }) => ({ succeeded: true, output: stdout + stderr }),
    ({ stdout = '', stderr = '', message }) => ({ succeeded: false, output: stdout + stderr || message }),
  );
}

/** Tries it, because permission bits alone do not show ACLs and mount options. */
export async function canEnter(folder: string, user: ServerUser | null): Promise<boolean> {
  return (await runToEnd('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user)).succeeded;
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Checks the command line, because process ids are reused. */
export async function servesCluster(pid: number, clusterDir: string): Promise<boolean> {
  const command = await commandOf(pid);
  return /postgres/.test(command) && command.includes(`-D ${clusterDir} `);
}

/** Command line of a process; empty if it does not exist or is a zombie. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.replaceAll('\0', ' ');
  }
  const ps = run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return ps.then(({ stdout }) => `${stdout.trim()} `).catch(() => '');
}

export async function findAccount(name: string): Promise<ServerUser | undefined> {
  const fields = await findEntry('/etc/passwd', name);
  // macOS writes the ids of nobody as -2.
  return fields && { name, uid: Number(fields[2]) >>> 0, gid: Number(fields[3]) >>> 0 };
}

async function findEntry(file: string, name: string): Promise<string[] | undefined> {
  const text = (await readFile(file, 'utf8').catch(nullIfMissing)) ?? '';
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[0] === name);
}

/** Creates a system account without login, or returns the reason why it failed. */
async function makeAccount(name: string): Promise<{ account: ServerUser } | { reason: string }> {
  const group = (await findEntry('/etc/group', name)) ? ['--gid', name] : ['--user-group'];
  const rest = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', name];
  const { output } = await runToEnd('/usr/sbin/useradd', ['--system', ...group, ...rest], null);
  // Another start may have made it a moment ago.
  const account = await findAccount(name);
  return account ? { account } : { reason: output.trim() };
}

export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

/** Fallback if no account can be created. Other processes of `nobody` can then read the database. */
const nobody: ServerUser = { name: 'nobody', uid: 65534, gid: 65534 };

/** Uses the owner of an existing database except `nobody`, otherwise a separate account. */
export async function chooseServerUser(
  clusterDir: string,
  name: string,
): Promise<{ user: ServerUser | null; notices: string[] }> {
  if (process.getuid?.() !== 0) return { user: null, notices: [] };
  const owner = await stat(clusterDir).catch(nullIfMissing);
  const isNobodys = owner?.uid === ((await findAccount('nobody')) ?? nobody).uid;
  if (owner && owner.uid !== 0 && !(isNobodys && (await isStopped(clusterDir))))
    return { user: { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }, notices: [] };
  return chooseAccount(name, isNobodys);
}

/** Files of a running server must keep their owner. */
async function isStopped(clusterDir: string): Promise<boolean> {
  return (await findPostmaster(await realpath(clusterDir))) === null;
}

async function chooseAccount(name: string, wasNobodys: boolean) {
  const known =
    (await findAccount('postgres')) ?? (await findAccount('_postgres')) ?? (await findAccount(name));
  const moved = `The database was owned by nobody, which other programs may use too. It is now owned by ${known?.name ?? name}.`;
  if (known) return { user: known, notices: wasNobodys ? [moved] : [] };
  const created = await makeAccount(name);
  if ('account' in created) {
    const notice = `Created the system account ${name}, because PostgreSQL cannot run as root.`;
    return { user: created.account, notices: wasNobodys ? [notice, moved] : [notice] };
  }
  return {
    user: (await findAccount('nobody')) ?? nobody,
    notices: [
      `PostgreSQL runs as nobody, which other programs may use too, because the account ${name} could not be created (${created.reason}). ` +
        `Create it with useradd --system ${name} and restart.`,
    ],
  };
}

/** Takes the folder first, so that its former owner cannot change it during the transfer. */
export async function giveToServerUser(clusterDir: string, user: ServerUser | null): Promise<void> {
  const { uid } = await stat(clusterDir);
  if (!user || uid === user.uid) return;
  if (uid !== 0) {
    await lchown(clusterDir, 0, 0);
    await chmod(clusterDir, 0o700);
  }
  for (const { parentPath, name } of await readdir(clusterDir, { recursive: true, withFileTypes: true }))
    await lchown(join(parentPath, name), user.uid, user.gid);
  // The folder comes last, because its owner tells the next start whether this was completed.
  await lchown(clusterDir, user.uid, user.gid);
}
