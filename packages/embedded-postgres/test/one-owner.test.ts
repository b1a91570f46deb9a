import { readdir } from 'node:fs/promises';
import { connectToEmbeddedPostgres, DataDirectoryInUseError } from '@skep/embedded-postgres';
import { describe, expect, it } from 'vitest';
import { answers } from './notes.ts';
import { createTestDirectory, type TestDirectory, timeout } from './test-directory.ts';

/** Results of two concurrent starts, sorted. */
async function raceOf({ startHolder }: TestDirectory): Promise<string[]> {
  const holders = [startHolder(), startHolder()];
  return (await Promise.all(holders.map(({ firstWord }) => firstWord))).sort();
}

const oneHasWon = ['DataDirectoryInUseError', 'running'];

describe('a data directory has one owner', { timeout }, () => {
  it('and rejects a second start while the first runs', async () => {
    const { start, dataDir } = await createTestDirectory();
    const first = await start();
    await expect(start()).rejects.toThrow(
      `Another Skep is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
    await expect(start()).rejects.toBeInstanceOf(DataDirectoryInUseError);
    expect(await answers(first)).toBe(true);
  });

  it('after two concurrent first starts', async () => {
    const directory = await createTestDirectory();
    expect(await raceOf(directory)).toEqual(oneHasWon);
    expect(await connectToEmbeddedPostgres(directory.dataDir)).not.toBeNull();
    expect((await readdir(directory.dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('after two concurrent later starts', async () => {
    const directory = await createTestDirectory();
    await (await directory.start()).stop();
    expect(await raceOf(directory)).toEqual(oneHasWon);
  });
});
