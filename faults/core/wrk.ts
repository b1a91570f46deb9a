import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Installation } from './installation.ts';

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

/** How a crowd of connections was answered, by status; `broken` are those without an answer. */
export interface Crowd {
  seconds: number;
  statuses: Record<string, number>;
  p99: number;
}

export const whyNoWrk = (): string | null =>
  spawnSync('which', ['wrk']).status === 0 ? null : 'needs wrk (on Debian: apt-get install wrk)';

/** Sends reports to many projects through many connections. Each connection needs a file descriptor of its own. */
export async function crowd(
  url: string,
  keys: string[],
  connections: number,
  seconds: number,
): Promise<Crowd> {
  const wrk = `ulimit -n ${connections + 1_000}; exec wrk -t1 -c${connections} -d${seconds}s --timeout 30s -s "$0" "$1"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', wrk, script, url], {
    env: { ...process.env, API_KEYS: keys.join(' '), RUN: `${randomUUID()}-` },
  });
  const { micros, p99, ...statuses } = JSON.parse(`{${stdout.trim().split('\n').at(-1)}}`);
  return { seconds: micros / 1e6, statuses, p99 };
}

const crowdedProjects = 200;

/** Makes projects for crowds, past the API, and returns their keys: one project alone takes its reports one after the other. */
export async function makeCrowdedProjects({ postgres: { db }, place }: Installation): Promise<string[]> {
  const { rows } = await sql<{ api_key: string }>`
    insert into projects (team_id, name, api_key, reports_per_minute)
    select ${place.teamId}, 'Crowd ' || n, 'sk_' || md5(n::text), 10000000
    from generate_series(1, ${crowdedProjects}::integer) as n returning api_key`.execute(db);
  return rows.map(({ api_key }) => api_key);
}
