import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '@skep/embedded-postgres';
import { describe, expect, it } from 'vitest';
import { createTestDirectory, timeout } from './test-directory.ts';

/** The complete error message of a failed start. */
async function sentenceOf(start: Promise<unknown>): Promise<string> {
  const error = await start.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  return error.message;
}

describe('a start that cannot succeed', { timeout }, () => {
  it('quotes the log', async () => {
    const { start, dataDir } = await createTestDirectory();
    const said = await sentenceOf(start({ settings: { shared_buffers: 'plenty' } }));
    const [advice, quoted] = said.split('\n');
    expect(advice).toBe(
      'PostgreSQL did not start (exit code 1). Fix the error in its log and start again, ' +
        'or set DATABASE_URL to use your own PostgreSQL. ' +
        `The log ${join(dataDir, 'postgres.log')} ends with:`,
    );
    expect(quoted).toContain('shared_buffers');
  });

  it('names both versions if another PostgreSQL created the database', async () => {
    const { start } = await createTestDirectory();
    const { clusterDir, stop } = await start();
    await stop();
    await writeFile(join(clusterDir, 'PG_VERSION'), '9\n');
    expect(await sentenceOf(start())).toBe(
      `The database in ${clusterDir} was created by PostgreSQL 9, but this version of Skep contains PostgreSQL 18. ` +
        'Dump it with PostgreSQL 9 and load it into a new data folder, ' +
        'or set DATABASE_URL to use a server of that version.',
    );
  });

  it('does not touch files that are not a database', async () => {
    const { start, dataDir } = await createTestDirectory();
    const cluster = join(dataDir, 'postgres');
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, 'letter.txt'), 'dear diary');
    expect(await sentenceOf(start())).toBe(
      `${cluster} contains files but no PostgreSQL database. Move them, or set DATA_DIR to another folder.`,
    );
    expect(await readdir(cluster)).toEqual(['letter.txt']);
  });

  it('reports a data directory that is a file', async () => {
    const { start, dataDir } = await createTestDirectory();
    await writeFile(dataDir, 'x');
    expect(await sentenceOf(start())).toBe(
      `The data folder ${dataDir} cannot be used (${dataDir} is not a folder). ` +
        'Make it writable for Skep, or set DATA_DIR to another folder.',
    );
  });

  it('reports invalid binaries before creating anything', async () => {
    const { start, base, dataDir } = await createTestDirectory();
    const folder = join(base, 'bin');
    const said = (reason: string) =>
      `POSTGRES_BIN must be a folder with initdb and postgres of PostgreSQL 18: ${reason}`;
    const sentence = (binaries = folder) => sentenceOf(start({ binaries, major: 18 }));
    const put = (name: string, version: string, mode = 0o755) =>
      writeFile(join(folder, name), `#!/bin/sh\necho '${name} (PostgreSQL) ${version}'\n`, { mode });

    expect(await sentence()).toBe(said(`${folder}/initdb is missing.`));
    await mkdir(folder);
    await put('initdb', '18.9', 0o644);
    expect(await sentence()).toBe(said(`${folder}/initdb does not run (spawn ${folder}/initdb EACCES).`));
    await chmod(join(folder, 'initdb'), 0o755);
    expect(await sentence()).toBe(said(`${folder}/postgres is missing.`));
    await put('postgres', '17.9');
    expect(await sentence()).toBe(said(`initdb in ${folder} has version 18.9 and postgres 17.9.`));
    await put('initdb', '17.9');
    expect(await sentence()).toBe(said(`${folder} has PostgreSQL 17.9.`));
    expect(await sentence(join(folder, 'initdb'))).toBe(said(`${folder}/initdb/initdb is missing.`));
    expect(await readdir(base)).toEqual(['bin']);
    if (process.getuid?.() !== 0) return;
    await put('initdb', '18.9');
    await put('postgres', '18.9');
    await chmod(folder, 0o700);
    expect(await sentence()).toMatch(/: .*, the user PostgreSQL runs under, cannot run .*\/postgres\.$/);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
