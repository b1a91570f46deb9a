import { readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { errorCode, messageOf, nullIfMissing } from './failures.ts';
import { orSetDatabaseUrl, type Words } from './owner.ts';

interface LibraryLink {
  source: string;
  target: string;
}

/** Whether this is the folder of npm's binaries: whatever they need is in it. */
export async function hasLibraryList(folder: string): Promise<boolean> {
  return (await readLibraryList(folder)) !== null;
}

const readLibraryList = (folder: string) =>
  readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(nullIfMissing);

/** Makes the symbolic links between libraries, which npm packages cannot hold. An install script does it, where it may run. */
export async function linkLibraries(folder: string, words: Words): Promise<void> {
  const list = await readLibraryList(folder);
  if (list === null) return;
  for (const { source, target } of JSON.parse(list) as LibraryLink[]) {
    await linkLibrary(locate(folder, source), locate(folder, target), words);
  }
}

function locate(folder: string, listed: string): string {
  return join(folder, listed.replace(/^native\//, ''));
}

async function linkLibrary(source: string, target: string, words: Words): Promise<void> {
  if (await stat(target).catch(nullIfMissing)) return;
  try {
    await symlink(relative(dirname(target), source), target);
  } catch (error) {
    // Another start may have made it a moment ago.
    if (errorCode(error) === 'EEXIST') return;
    throw new EmbeddedPostgresError(
      `The library link ${target} is missing and cannot be made (${messageOf(error)}). ` +
        `Run npm rebuild as the user who owns node_modules${orSetDatabaseUrl(words)}`,
    );
  }
}
