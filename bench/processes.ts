import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { childrenOf } from './cpu.ts';

/** A process and everything below it, parents first (Linux). */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

/** Sends a signal to each, and does not mind those that are gone. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile, which is as good.
    }
  }
}

/** The processor time of one process alone, in seconds. */
export function ownCpuSeconds(pid: number): number {
  const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
}

const ticksPerSecond = 100;

/** The command line of a process; empty when it is gone, or a zombie whose parent has not heard of its end yet. */
export const commandOf = (pid: number): string => read(pid, 'cmdline').replaceAll('\0', ' ').trim();

/**
 * What still runs of an installation. Its folder stands in the command or in the environment of every process; those that
 * PostgreSQL makes have it for their current folder.
 */
export function processesOf(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && pid !== process.pid)
    .filter((pid) => [commandOf(pid), read(pid, 'environ'), cwdOf(pid)].some((text) => text.includes(folder)))
    .map((pid) => ({ pid, command: commandOf(pid) }));
}

function cwdOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
