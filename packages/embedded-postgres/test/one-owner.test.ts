import { readdir } from 'node:fs/promises';
import { connectToEmbeddedPostgres, DataDirectoryInUseError } from '@skep/embedded-postgres';
import { describe, expect, it } from 'vitest';
import { answers } from './notes.ts';
import { aPlace, type Place, timeout } from './place.ts';

/** How two starts at the same moment went, in the order of the alphabet. */
async function raceOf({ startHolder }: Place): Promise<string[]> {
  const holders = [startHolder(), startHolder()];
  return (await Promise.all(holders.map(({ firstWord }) => firstWord))).sort();
}

const oneHasWon = ['DataDirectoryInUseError', 'running'];

describe('a data directory has one owner', { timeout }, () => {
  it('and refuses a second start while the first runs', async () => {
    const { start, dataDir } = await aPlace();
    const first = await start();
    await expect(start()).rejects.toThrow(
      `Another Skep is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
    await expect(start()).rejects.toBeInstanceOf(DataDirectoryInUseError);
    expect(await answers(first)).toBe(true);
  });

  it('when two first starts come at the same moment', async () => {
    const place = await aPlace();
    expect(await raceOf(place)).toEqual(oneHasWon);
    expect(await connectToEmbeddedPostgres(place.dataDir)).not.toBeNull();
    expect((await readdir(place.dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('when two later starts come at the same moment', async () => {
    const place = await aPlace();
    await (await place.start()).stop();
    expect(await raceOf(place)).toEqual(oneHasWon);
  });
});
