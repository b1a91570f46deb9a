import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

export interface PgbenchResult {
  perSecond: number;
  latencyMs: number;
}

export interface PgbenchRun {
  databaseUrl: string;
  script: string;
  clients: number;
  seconds: number;
}

export function runPgbench({ databaseUrl, script, clients, seconds }: PgbenchRun): PgbenchResult {
  const url = new URL(databaseUrl);
  const { status, stdout, stderr } = spawnSync(
    findPgbench(),
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      String(Math.min(clients, 2)),
      '-T',
      String(seconds),
      '-f',
      '-',
      '-U',
      url.username,
      url.pathname.slice(1),
    ],
    {
      input: script,
      encoding: 'utf8',
      env: { ...process.env, PGHOST: url.searchParams.get('host') ?? '', PGPORT: url.port || '5432' },
    },
  );
  if (status !== 0) throw new Error(`pgbench failed: ${stderr}`);
  return {
    perSecond: read(stdout, /tps = ([\d.]+)/),
    latencyMs: read(stdout, /latency average = ([\d.]+) ms/),
  };
}

const read = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

function findPgbench(): string {
  const installed = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().at(-1);
  const found = [installed, '/usr/bin/pgbench', '/usr/local/bin/pgbench'].find(
    (path) => path && existsSync(path),
  );
  if (found) return found;
  console.error('The benchmark compares with pgbench: install it (on Debian: apt-get install postgresql).');
  process.exit(1);
}
