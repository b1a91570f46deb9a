import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '0');
  return Number.parseInt(text, 10);
}

/** Empty if the process does not run. */
export async function commandLine(pid: number): Promise<string> {
  const ps = spawn('ps', ['-o', 'args=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
  const output = await firstWordOf(ps);
  return output.includes('<defunct>') ? '' : output;
}

/** First output of a process; empty if it exits without output. */
export async function firstWordOf(child: ChildProcess): Promise<string> {
  for await (const chunk of child.stdout ?? []) return String(chunk).trim();
  return '';
}
