import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Installation } from './installation.ts';

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

/** Response counts by status; `broken` counts requests without a response. */
export interface LoadResult {
  seconds: number;
  statuses: Record<string, number>;
  p99: number;
}

export const whyNoWrk = (): string | null =>
  spawnSync('which', ['wrk']).status === 0 ? null : 'requires wrk (Debian: apt-get install wrk)';

/** Sends reports to many projects. The ulimit is raised because each connection needs a file descriptor. */
export async function runLoad(
  url: string,
  keys: string[],
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const wrk = `ulimit -n ${connections + 1_000}; exec wrk -t1 -c${connections} -d${seconds}s --timeout 30s -s "$0" "$1"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', wrk, script, url], {
    env: { ...process.env, API_KEYS: keys.join(' '), RUN: `${randomUUID()}-` },
  });
  const { micros, p99, ...statuses } = JSON.parse(`{${stdout.trim().split('\n').at(-1)}}`);
  return { seconds: micros / 1e6, statuses, p99 };
}

const loadProjects = 200;

/** Inserts projects and returns their keys. Load needs many, because reports of one project are stored sequentially. */
export async function createLoadProjects({ postgres: { db }, testTeam }: Installation): Promise<string[]> {
  const { rows } = await sql<{ api_key: string }>`
    insert into projects (team_id, name, api_key, reports_per_minute)
    select ${testTeam.teamId}, 'Load ' || n, 'sk_' || md5(n::text), 10000000
    from generate_series(1, ${loadProjects}::integer) as n returning api_key`.execute(db);
  return rows.map(({ api_key }) => api_key);
}
