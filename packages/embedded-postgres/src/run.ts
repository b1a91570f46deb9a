import { spawn } from 'node:child_process';
import type { ServerUser } from './server-user.ts';

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

/** Runs a program as the server's user and waits for its end. */
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
