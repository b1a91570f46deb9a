import { spawn } from 'node:child_process';
import type { ServerUser } from './server-user.ts';

/** The server's environment, without the caller's PG* and LD_* variables. English makes its log readable for us. */
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

/** Runs a program as the server's user and waits for its end. */
export function runToEnd(command: string, args: string[], user: ServerUser | null): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...identity(user),
      // The current folder may be closed to that user.
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

/** Tries to enter the folder, because permission bits, ACLs and mount options all count, and only a real attempt tells. */
export async function canEnter(folder: string, user: ServerUser | null): Promise<boolean> {
  const attempt = await runToEnd('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user);
  return attempt.succeeded;
}
