import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** The processor time in seconds of a process and all its descendants, including those that have ended (Linux). */
export function cpuSeconds(pid: number): number {
  const own = readTicks(pid);
  const below = childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), 0);
  return own / ticksPerSecond + below;
}

/** Seconds of processor time. */
export interface Spent {
  service: number;
  database: number;
}

/** Runs some work and says how much processor time these two processes and their descendants took meanwhile. */
export function spentDuring<T>(pids: Spent, work: () => T): { result: T; spent: Spent } {
  const [service, database] = [cpuSeconds(pids.service), cpuSeconds(pids.database)];
  const result = work();
  return {
    result,
    spent: {
      service: cpuSeconds(pids.service) - service,
      database: cpuSeconds(pids.database) - database,
    },
  };
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
