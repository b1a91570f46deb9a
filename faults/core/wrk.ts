import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

/** How a crowd of connections was answered, by status; `broken` are those without an answer. */
export interface Crowd {
  seconds: number;
  statuses: Record<string, number>;
  p99: number;
}

export const whyNoWrk = (): string | null =>
  spawnSync('which', ['wrk']).status === 0 ? null : 'needs wrk (on Debian: apt-get install wrk)';

/** Sends the same report over and over through many connections. Each needs a file descriptor of its own. */
export async function crowd(url: string, key: string, connections: number, seconds: number): Promise<Crowd> {
  const wrk = `ulimit -n ${connections + 1_000}; exec wrk -t1 -c${connections} -d${seconds}s --timeout 30s -s "$0" "$1"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', wrk, script, url], {
    env: { ...process.env, API_KEY: key },
  });
  const { micros, p99, ...statuses } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return { seconds: micros / 1e6, statuses, p99 };
}
