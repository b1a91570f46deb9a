import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** The processor time in seconds of a process and all its descendants, including those that have ended (Linux). */
export function cpuSeconds(pid: number): number {
  const own = readTicks(pid);
  const below = childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), 0);
  return own / ticksPerSecond + below;
}

function readTicks(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
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
