import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Seconds of processor time that a process and all its descendants have used so far (Linux). */
export function cpuSeconds(pid: number): number {
  const own = readTicks(pid);
  const below = childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), 0);
  return own / ticksPerSecond + below;
}

function readTicks(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
