import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from './failures.ts';

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Whether this process is a server of this cluster, by its command line: process ids are given out again. */
export async function servesCluster(pid: number, clusterDir: string): Promise<boolean> {
  const command = await commandOf(pid);
  return /postgres/.test(command) && command.includes(`-D ${clusterDir} `);
}

/** The command line of a process; empty when there is no such process, or when it is a zombie. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.replaceAll('\0', ' ');
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return ps.then(({ stdout }) => `${stdout.trim()} `).catch(() => '');
}
