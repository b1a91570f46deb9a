import { randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '../durable-files.ts';
import { StartError } from '../start-error.ts';
import { largestMember } from './format.ts';
import { endOfTar, type Member, readTar, tarMember } from './tar.ts';

/** What a file that is not finished is called. Nothing else has such a name: so what is left of a process that was killed is known. */
const draftName = (path: string) => `${path}.${randomUUID()}.skep-draft`;
const isDraft = (name: string) => /\.[0-9a-f-]{36}\.skep-draft$/.test(name);

/** Nobody writes on a file that has not changed for so long. */
const staleAfterMs = 60 * 60_000;

/** What is not ours to remove stays: it is no reason to write no backup. */
async function removeStaleDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const draft of names.filter(isDraft).map((name) => join(folder, name))) {
    const file = await stat(draft).catch(() => undefined);
    if (file && file.mtimeMs < Date.now() - staleAfterMs) await rm(draft, { force: true }).catch(() => {});
  }
}

/** Fast: the next levels are slower by more than they are smaller. */
const compression = { level: 1 };

/**
 * Writes an archive that only our user can read, since the key may be in it. It has its name only once all of it is on disk:
 * whatever comes between leaves nothing of that name.
 */
export async function writeArchive(
  path: string,
  members: AsyncIterable<Member>,
  signal: AbortSignal,
): Promise<void> {
  await removeStaleDrafts(dirname(path));
  const draft = draftName(path);
  // Closing it waits until all of it is on disk (flush).
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(Readable.from(tarBytes(members)), createGzip(compression), output, { signal });
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function* tarBytes(members: AsyncIterable<Member>): AsyncGenerator<Buffer> {
  const writtenAt = new Date();
  for await (const member of members) yield* tarMember(member, writtenAt);
  yield endOfTar;
}

/** Says before any work is done why no file of this name could be written. */
export async function demandNewFile(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing)
    throw new StartError(`${path} exists already. Name a file that does not, or remove it first.`);
  await access(dirname(path), constants.W_OK).catch(throwAsSentence(path));
}

function throwAsSentence(path: string) {
  return ({ message }: Error): never => {
    throw new StartError(`${path} cannot be written: ${message}.`);
  };
}

/** The members of an archive, each as a whole in memory. What is wrong with the file is told in a sentence. */
export async function* readArchive(path: string): AsyncGenerator<Member> {
  await access(path, constants.R_OK).catch(({ message }: Error): never => {
    throw new StartError(`${path} cannot be read: ${message}.`);
  });
  const unzip = createGunzip();
  // Its failure is that of whoever reads what is unzipped.
  pipeline(createReadStream(path), unzip).catch(() => {});
  const members = readTar(unzip, largestMember);
  try {
    for (;;) {
      const { value, done } = await members.next().catch(throwAsDamaged(path));
      if (done) return;
      yield value;
    }
  } finally {
    await members.return(undefined);
    unzip.destroy();
  }
}

function throwAsDamaged(path: string) {
  return ({ message }: Error): never => {
    throw new StartError(`${path} is no whole backup of Skep: ${message}.`);
  };
}
