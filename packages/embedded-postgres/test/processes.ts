import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '0');
  return Number.parseInt(text, 10);
}

/** Empty when no such process runs. */
export async function commandLine(pid: number): Promise<string> {
  const ps = spawn('ps', ['-o', 'args=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
  const output = await firstWordOf(ps);
  return output.includes('<defunct>') ? '' : output;
}

/** What a process prints at first; empty when it ends in silence. */
export async function firstWordOf(child: ChildProcess): Promise<string> {
  for await (const chunk of child.stdout ?? []) return String(chunk).trim();
  return '';
}
