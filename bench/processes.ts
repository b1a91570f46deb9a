import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU time of a process and all its descendants, including those that have exited (Linux). */
export function cpuSeconds(pid: number): number {
  const ticks = statOf(pid).slice(11, 15);
  const own = ticks.reduce((sum, value) => sum + Number(value), 0) / ticksPerSecond;
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own);
}

/** CPU time of one process without its children. */
export function ownCpuSeconds(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
  return (user + system) / ticksPerSecond;
}

const statOf = (pid: number) => read(pid, 'stat').split(') ')[1]?.split(' ') ?? [];

/** Resident memory of a process and all its descendants. */
export function residentBytes(pid: number): number {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0);
  return kilobytes * 1024 + childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), 0);
}

export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** A process and all its descendants, parents first. */
export function processTree(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(processTree)];
}

/** Sends a signal to each process that is still running. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already exited.
    }
  }
}

/** Command line of a process; empty if it is gone or a zombie. */
export const commandOf = (pid: number): string => read(pid, 'cmdline').replaceAll('\0', ' ').trim();

/** Running processes whose command line, environment or working directory contains this folder. */
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
