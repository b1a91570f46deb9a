import { existsSync } from 'node:fs';
import { mkdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectToEmbeddedPostgres, hasEmbeddedPostgres } from '@skep/embedded-postgres';
import { describe, expect, it } from 'vitest';
import { copyWithoutLinks } from './binaries.ts';
import { answers, keepNote, kept, notesOf, query } from './notes.ts';
import { commandLine, postmasterPid } from './processes.ts';
import { createTestDirectory, timeout } from './test-directory.ts';

const debianBinaries = '/usr/lib/postgresql/15/bin';

const socketDirOf = (url: string) => new URL(url).searchParams.get('host') ?? '';

describe('the embedded PostgreSQL', { timeout }, () => {
  it('keeps its data across a restart', async () => {
    const { start, dataDir, problems } = await createTestDirectory();
    const first = await start();
    await keepNote(first.url());
    await first.stop();
    await first.stop();
    expect(await commandLine(await postmasterPid(dataDir))).toBe('');
    expect(await notesOf(await start())).toEqual(kept);
    expect(problems).toEqual([]);
  });

  it('has a database and a superuser named skep', async () => {
    const { start } = await createTestDirectory();
    const embedded = await start();
    const whoAndWhere = 'select current_user as name, current_database() as database';
    expect(await query(embedded.url(), whoAndWhere)).toEqual([{ name: 'skep', database: 'skep' }]);
    expect(await query(embedded.url('postgres'), whoAndWhere)).toEqual([
      { name: 'skep', database: 'postgres' },
    ]);
  });

  it('listens only on a socket in a private folder and supports Unicode', async () => {
    const { start, dataDir } = await createTestDirectory();
    const found = async () => [await hasEmbeddedPostgres(dataDir), await connectToEmbeddedPostgres(dataDir)];
    expect(await found()).toEqual([false, null]);
    const embedded = await start();
    expect(await found()).toEqual([true, embedded.url()]);
    const [row] = await query(
      embedded.url(),
      `select current_setting('listen_addresses') as tcp, current_setting('unix_socket_directories') as folder,
        lower('ÄÉЖ') as text`,
    );
    expect(row).toEqual({ tcp: '', folder: expect.stringContaining(embedded.clusterDir), text: 'äéж' });
    expect((await stat(embedded.clusterDir)).mode & 0o777).toBe(0o700);
    await embedded.stop();
    expect(await found()).toEqual([true, null]);
  });

  it('ignores PG variables of the environment', async () => {
    const { start } = await createTestDirectory();
    const strange = { PGPORT: '6543', PGDATA: '/nonexistent', PGSSLMODE: 'require' };
    const before = { ...process.env };
    Object.assign(process.env, strange);
    try {
      expect(await answers(await start())).toBe(true);
    } finally {
      for (const name of Object.keys(strange)) delete process.env[name];
      Object.assign(process.env, before);
    }
  });

  it('truncates a large log', async () => {
    const { start, dataDir } = await createTestDirectory();
    await mkdir(dataDir);
    const log = join(dataDir, 'postgres.log');
    await writeFile(log, '');
    await truncate(log, 2 * 1024 * 1024);
    await start();
    expect((await stat(log)).size).toBeLessThan(100_000);
  });

  it('works with a path that is too long for a socket', async () => {
    const { start, dataDir } = await createTestDirectory(join('long'.repeat(30), 'folder, with "odd" name'));
    const embedded = await start();
    await keepNote(embedded.url());
    expect(await notesOf(embedded)).toEqual(kept);
    const socketDir = socketDirOf(embedded.url());
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
    expect(await connectToEmbeddedPostgres(dataDir)).toBe(embedded.url());
    await embedded.stop();
    await rm(socketDir, { recursive: true });
  });

  it.runIf(process.platform === 'linux')('rejects a socket folder that is a symbolic link', async () => {
    const { start, base } = await createTestDirectory('long'.repeat(30));
    const embedded = await start();
    const socketDir = socketDirOf(embedded.url());
    await embedded.stop();
    await rm(socketDir, { recursive: true });
    await symlink(base, socketDir);
    await expect(start()).rejects.toThrow(
      `${socketDir} belongs to another user or is not a folder. Remove it, then start Skep again.`,
    );
    await rm(socketDir);
  });

  it.runIf(existsSync(debianBinaries))('runs with the binaries of an older PostgreSQL', async () => {
    const { start } = await createTestDirectory();
    const embedded = await start({ binaries: debianBinaries });
    const rows = await query(embedded.url(), "select lower('Ä') as text, version() like '%SQL 15%' as old");
    expect(rows).toEqual([{ text: 'ä', old: true }]);
  });

  it('creates library links that an install without scripts left out', async () => {
    const { start, base } = await createTestDirectory();
    await copyWithoutLinks(join(base, 'native'));
    expect(await answers(await start({ binaries: join(base, 'native/bin') }))).toBe(true);
  });
});
