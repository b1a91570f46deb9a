import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PgbenchResult {
  transactions: number;
  perSecond: number;
  latencyMs: number;
}

export interface PgbenchRun {
  databaseUrl: string;
  /** If there are several scripts, each transaction runs a random one. */
  script: string | string[];
  clients: number;
  seconds: number;
  /** Statements are planned once (`prepared`, the default) or each time (`extended`). */
  mode?: 'prepared' | 'extended';
}

export function runPgbench({ databaseUrl, script, clients, seconds, mode }: PgbenchRun): PgbenchResult {
  const url = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'skep-pgbench-'));
  const files = [script].flat().map((text, index) => {
    const file = join(folder, `${index}.sql`);
    writeFileSync(file, text);
    return file;
  });
  const { status, stdout, stderr } = spawnSync(
    requirePgbench(),
    [
      '-n',
      '-M',
      mode ?? 'prepared',
      '-c',
      String(clients),
      '-j',
      String(Math.min(clients, 2)),
      '-T',
      String(seconds),
      ...files.flatMap((file) => ['-f', file]),
      '-U',
      url.username,
      url.pathname.slice(1),
    ],
    {
      encoding: 'utf8',
      env: { ...process.env, PGHOST: url.searchParams.get('host') ?? '', PGPORT: url.port || '5432' },
    },
  );
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`pgbench failed: ${stderr}`);
  return {
    transactions: read(stdout, /transactions actually processed: (\d+)/),
    perSecond: read(stdout, /tps = ([\d.]+)/),
    latencyMs: read(stdout, /latency average = ([\d.]+) ms/),
  };
}

const read = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

/** Script lines that set a variable to a random value of the list. */
export const setToOneOf = (variable: string, values: number[]) =>
  `\\set ${variable}_nth random(0, ${values.length - 1})\n\\set ${variable} ${choose(`:${variable}_nth`, values, 0)}\n`;

/** Binary search, because pgbench has no arrays and a linear search would take longer than the statement. */
function choose(nth: string, values: number[], first: number): string {
  if (values.length <= 1) return String(values[0]);
  const half = Math.floor(values.length / 2);
  const [lower, upper] = [
    choose(nth, values.slice(0, half), first),
    choose(nth, values.slice(half), first + half),
  ];
  return `case when ${nth} < ${first + half} then ${lower} else ${upper} end`;
}

/** Returns the path of pgbench, or exits with a message. */
export function requirePgbench(): string {
  const installed = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().at(-1);
  const found = [installed, '/usr/bin/pgbench', '/usr/local/bin/pgbench'].find(
    (path) => path && existsSync(path),
  );
  if (found) return found;
  console.error('This benchmark requires pgbench. Install it, on Debian with: apt-get install postgresql');
  process.exit(1);
}
