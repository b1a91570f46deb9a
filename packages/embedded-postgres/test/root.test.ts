import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readlink, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { connectToEmbeddedPostgres } from '@skep/embedded-postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { outside } from '../src/files.ts';
import { copyWithoutLinks } from './binaries.ts';
import { answers, keepNote, kept, notesOf } from './notes.ts';
import { createTestDirectory, timeout } from './test-directory.ts';

const isRoot = process.getuid?.() === 0;
/** Whether a process can have its own mount namespace with another /etc. */
const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return stdout;
}

describe.runIf(isRoot)('run by root', { timeout }, () => {
  // Only if it is empty.
  afterAll(() => rmdir(outside).catch(() => {}));

  it('gives the server to an ordinary user', async () => {
    const { start, dataDir } = await createTestDirectory();
    const embedded = await start();
    expect((await stat(embedded.clusterDir)).uid).not.toBe(0);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
  });

  it('stores the database elsewhere if that user cannot reach the data directory', async () => {
    const { start, base, dataDir } = await createTestDirectory();
    await chmod(base, 0o700);
    const first = await start();
    await keepNote(first.url());
    expect(first.clusterDir.startsWith(`${outside}/`)).toBe(true);
    expect(await readlink(join(dataDir, 'postgres'))).toBe(first.clusterDir);
    expect(await connectToEmbeddedPostgres(dataDir)).toBe(first.url());
    await first.stop();
    expect(await notesOf(await start())).toEqual(kept);
  });

  it('lets one of two concurrent first starts win there too', async () => {
    const { base, startHolder } = await createTestDirectory();
    await chmod(base, 0o700);
    const holders = [startHolder(), startHolder()];
    const words = await Promise.all(holders.map(({ firstWord }) => firstWord));
    expect(words.sort()).toEqual(['DataDirectoryInUseError', 'running']);
  });

  it('reports that the database stored elsewhere is gone', async () => {
    const { start, base, dataDir } = await createTestDirectory();
    const target = join(base, 'gone/postgres');
    const link = join(dataDir, 'postgres');
    await mkdir(dataDir);
    await symlink(target, link);
    await expect(start()).rejects.toThrow(
      `The database of ${dataDir} is gone: ${link} points to ${target}, which is missing.`,
    );
  });

  it('fixes the owner of files that were restored as root', async () => {
    const { start, base, dataDir } = await createTestDirectory();
    const first = await start();
    await keepNote(first.url());
    await first.stop();
    const copy = join(base, 'restored');
    await cp(dataDir, copy, { recursive: true });
    expect(await notesOf(await start({ dataDir: copy }))).toEqual(kept);
  });

  it.runIf(canMount)(
    'makes an account where there is none for PostgreSQL, and takes from nobody what was theirs',
    async () => {
      const { start, startHolder, base } = await createTestDirectory();
      const first = await start();
      await keepNote(first.url());
      await first.stop();
      run('chown', '-R', 'nobody:', first.clusterDir);
      const etc = join(base, 'etc');
      run('cp', '-a', '/etc', etc);
      run('sed', '-i', '/^postgres:/d', join(etc, 'passwd'));

      const holder = startHolder(
        'unshare',
        '--mount',
        'sh',
        '-c',
        `mount --bind ${etc} /etc && exec "$@"`,
        'sh',
      );
      expect(await holder.firstWord).toBe(
        'running\nCreated the system account skep, because PostgreSQL cannot run as root.\n' +
          'The database was owned by nobody, which other programs may use too. It is now owned by skep.',
      );
      const [, , uid] = run('grep', '^skep:', join(etc, 'passwd')).split(':');
      expect((await stat(first.clusterDir)).uid).toBe(Number(uid));
      expect((await stat(join(first.clusterDir, 'base'))).uid).toBe(Number(uid));
      await holder.kill();
      expect(await notesOf(await start())).toEqual(kept);
    },
  );

  it('copies the binaries when that user cannot reach them', async () => {
    const { start, base } = await createTestDirectory();
    const before: string[] = await readdir(outside).catch(() => []);
    const closed = join(base, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await copyWithoutLinks(join(closed, 'native'));
    const embedded = await start({ binaries: join(closed, 'native/bin') });
    expect(await answers(embedded)).toBe(true);
    await embedded.stop();
    const copies = (await readdir(outside)).filter((name) => name.startsWith('postgresql-'));
    expect(copies).not.toEqual([]);
    for (const name of copies) if (!before.includes(name)) await rm(join(outside, name), { recursive: true });
  });
});
