import { readFileSync } from 'node:fs';
import { childrenOf } from './cpu.ts';

/** The resident memory in bytes of a process and all its descendants (Linux). */
export function residentBytes(pid: number): number {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readStatus(pid))?.[1] ?? 0);
  return kilobytes * 1024 + childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), 0);
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
