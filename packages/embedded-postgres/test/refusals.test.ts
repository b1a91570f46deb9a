import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '@skep/embedded-postgres';
import { describe, expect, it } from 'vitest';
import { aPlace, timeout } from './place.ts';

/** The whole of what a person reads of a start that does not succeed. */
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
    const { start, dataDir } = await aPlace();
    const said = await sentenceOf(start({ settings: { shared_buffers: 'plenty' } }));
    const [advice, quoted] = said.split('\n');
    expect(advice).toBe(
      'PostgreSQL did not start (exit code 1). Correct what its log says and start again, ' +
        'or set HIVE_URL to use a PostgreSQL of your own. ' +
        `The log ${join(dataDir, 'postgres.log')} ends with:`,
    );
    expect(quoted).toContain('shared_buffers');
  });

  it('names both versions when another PostgreSQL made the database', async () => {
    const { start } = await aPlace();
    const { clusterDir, stop } = await start();
    await stop();
    await writeFile(join(clusterDir, 'PG_VERSION'), '9\n');
    expect(await sentenceOf(start())).toBe(
      `The database in ${clusterDir} was made by PostgreSQL 9, but this Hive brings PostgreSQL 18. ` +
        'Dump it with PostgreSQL 9 and load it into a new data folder, ' +
        'or set HIVE_URL to use a server of that version.',
    );
  });

  it('says so when the database was made under another name', async () => {
    const { start, dataDir } = await aPlace();
    await (await start()).stop();
    expect(await sentenceOf(start({ name: 'bees' }))).toBe(
      `The database in ${join(dataDir, 'postgres')} was made under another name than bees. ` +
        'Use that name again, or set HIVE_DIR to another folder.',
    );
  });

  it('leaves files alone that are no database', async () => {
    const { start, dataDir } = await aPlace();
    const cluster = join(dataDir, 'postgres');
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, 'letter.txt'), 'dear diary');
    expect(await sentenceOf(start())).toBe(
      `${cluster} holds files but no PostgreSQL database. Move them away, or set HIVE_DIR to another folder.`,
    );
    expect(await readdir(cluster)).toEqual(['letter.txt']);
  });

  it('says so when the data directory is a file', async () => {
    const { start, dataDir } = await aPlace();
    await writeFile(dataDir, 'x');
    expect(await sentenceOf(start())).toBe(
      `The data folder ${dataDir} cannot be used (${dataDir} is not a folder). ` +
        'Make it writable for Hive, or set HIVE_DIR to another folder.',
    );
  });

  it('says what to do when the binaries do not run, and names only settings that there are', async () => {
    const { start, base } = await aPlace();
    const binaries = join(base, 'native');
    await mkdir(join(binaries, 'bin'), { recursive: true });
    await writeFile(join(binaries, 'bin/postgres'), 'not a program', { mode: 0o755 });
    const said = (service: string, advice: string) =>
      `The PostgreSQL that comes with ${service} does not run on this machine.${advice} ` +
      `${join(binaries, 'bin/postgres')} said: `;
    expect(await sentenceOf(start({ binaries }))).toContain(
      said('Hive', ' Set HIVE_URL to use a PostgreSQL of your own.'),
    );
    expect(await sentenceOf(start({ binaries, words: {} }))).toContain(said('hive', ''));
  });
});
