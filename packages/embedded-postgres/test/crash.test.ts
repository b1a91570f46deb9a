import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectToEmbeddedPostgres, DataDirectoryInUseError } from '@skep/embedded-postgres';
import { describe, expect, it } from 'vitest';
import { answers, keepNote, kept, notesOf, query } from './notes.ts';
import { commandLine, postmasterPid } from './processes.ts';
import { createTestDirectory, timeout } from './test-directory.ts';

const isBack = (problems: string[]) =>
  expect.poll(() => problems.at(-1), { timeout }).toBe('The embedded PostgreSQL is running again.');

async function deadPid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('after its owner was killed', { timeout }, () => {
  it('the next start adopts the server, restarts it after a crash and stops it', async () => {
    const { start, startHolder, dataDir, problems } = await createTestDirectory();
    const holder = startHolder();
    expect(await holder.firstWord).toBe('running');
    await keepNote((await connectToEmbeddedPostgres(dataDir)) ?? '');
    const orphan = await postmasterPid(dataDir);
    await holder.kill();

    const embedded = await start();
    expect(await postmasterPid(dataDir)).toBe(orphan);
    process.kill(orphan, 'SIGKILL');
    await isBack(problems);
    expect(await notesOf(embedded)).toEqual(kept);
    const successor = await postmasterPid(dataDir);
    await embedded.stop();
    expect(await commandLine(successor)).toBe('');
  });

  it('during its first start, the next start succeeds', async () => {
    const { start, startHolder, dataDir } = await createTestDirectory();
    const holder = startHolder();
    const names = () => readdir(dataDir).catch(() => []);
    await expect
      .poll(async () => (await names()).some((name) => name.includes('.new-')), { timeout, interval: 5 })
      .toBe(true);
    await holder.kill();
    expect(await answers(await start())).toBe(true);
  });

  it('an incomplete database is removed', async () => {
    const { start, dataDir } = await createTestDirectory();
    const leftover = join(dataDir, `postgres.new-${await deadPid()}-0badcafe`);
    await mkdir(leftover, { recursive: true });
    await writeFile(join(leftover, 'PG_VERSION'), '18\n');
    await start();
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });
});

describe('a server that dies', { timeout }, () => {
  it('is restarted automatically', async () => {
    const { start, dataDir, problems } = await createTestDirectory();
    const embedded = await start();
    await keepNote(embedded.url());
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await isBack(problems);
    expect(await notesOf(embedded)).toEqual(kept);
    await expect(start()).rejects.toBeInstanceOf(DataDirectoryInUseError);
  });

  it('keeps its owner when it restarts its processes', async () => {
    const { start, problems } = await createTestDirectory();
    const embedded = await start();
    const backends = await query(
      embedded.url(),
      "select pid from pg_stat_activity where application_name = 'skep service lock'",
    );
    process.kill(Number(backends[0]?.pid), 'SIGKILL');
    await isBack(problems);
    await expect(start()).rejects.toBeInstanceOf(DataDirectoryInUseError);
  });

  it('can be stopped during the restart', async () => {
    const { start, dataDir, problems } = await createTestDirectory();
    const embedded = await start();
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await expect.poll(() => problems.length, { timeout, interval: 1 }).toBeGreaterThan(0);
    await embedded.stop();
    expect(await connectToEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('does not block a start when its process id was reused', async () => {
    const { start, dataDir } = await createTestDirectory();
    const first = await start();
    await keepNote(first.url());
    const pid = await postmasterPid(dataDir);
    const files = ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(first.clusterDir, name));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    await first.stop();
    for (const [index, file] of files.entries()) {
      await writeFile(file, texts[index]?.replace(String(pid), String(process.pid)) ?? '');
    }
    expect(await notesOf(await start())).toEqual(kept);
  });
});
