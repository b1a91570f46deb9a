import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { nullIfMissing } from './errors.ts';

/** The account PostgreSQL runs under when the service itself is root, which PostgreSQL refuses to be. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

const preferredAccounts = ['postgres', '_postgres', 'nobody'];
const nobody: ServerUser = { name: 'nobody', uid: 65534, gid: 65534 };

/** Null means: run as the user we are. */
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

/** Nothing of the caller's PG* or LD_* settings may reach the server; English keeps its log readable for us. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

export function identity(user: ServerUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

export interface Finished {
  succeeded: boolean;
  output: string;
}

export function runToEnd(command: string, args: string[], user: ServerUser | null): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...identity(user),
      // The folder we are in may be closed to that user.
      cwd: '/',
      env: serverEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: string) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', (error) => resolve({ succeeded: false, output: `${output}${error.message}` }));
    child.once('close', (code) => resolve({ succeeded: code === 0, output }));
  });
}

/** Permission bits, ACLs and mount options all count, so only a real attempt tells. */
export async function canEnter(folder: string, user: ServerUser | null): Promise<boolean> {
  const attempt = await runToEnd('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user);
  return attempt.succeeded;
}
