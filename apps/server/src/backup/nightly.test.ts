import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aPerson } from '../../test/builders.ts';
import { atTheEnd, createDatabase, startNode } from '../../test/harness.ts';
import { enqueueBackup } from './nightly.ts';
import { readBackup } from './read.ts';

const folder = await mkdtemp(join(tmpdir(), 'skep-backups-'));
atTheEnd(() => rm(folder, { recursive: true, force: true }));
const strangers = ['notes.txt', 'skep-ffffffff-20250101T030000Z.tar.gz'];
const own = async () => (await readdir(folder)).filter((name) => !strangers.includes(name)).sort();

it('a backup is written at the first start and every night, and the newest of those that were written here are kept', async () => {
  for (const name of strangers) await writeFile(join(folder, name), 'of somebody else');
  const node = await startNode(await createDatabase(), { BACKUP_DIR: folder, BACKUP_KEEP: '2' });
  const isWhole = expect.stringMatching(/^skep-[\da-f]{8}-\d{8}T\d{6}Z\.tar\.gz$/);
  await expect.poll(own).toEqual([isWhole]);

  const [first = ''] = await own();
  const ofNight = (night: string) => first.replace(/\d{8}T/, `${night}T`);
  await copyFile(join(folder, first), join(folder, ofNight('20250101')));
  await copyFile(join(folder, first), join(folder, ofNight('20250102')));
  await rename(join(folder, first), join(folder, ofNight('20250103')));
  // One file has a timestamp in the future, and one is the leftover of a killed process.
  await copyFile(join(folder, ofNight('20250103')), join(folder, ofNight('20990101')));
  const draft = join(folder, `${first}.${randomUUID()}.skep-draft`);
  await writeFile(draft, 'half a backup');
  await utimes(draft, new Date(2025, 0), new Date(2025, 0));
  await aPerson(node);
  await enqueueBackup(node.context);
  await expect.poll(own).toEqual([ofNight('20250103'), isWhole, ofNight('20990101')]);

  const newest = join(folder, (await own()).at(-2) ?? '');
  expect((await readBackup(newest)).contents.rows).toMatchObject({ users: 1, teams: 1 });
  expect((await stat(newest)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(strangers));
});
