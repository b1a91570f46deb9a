import { chmod, cp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCompleteDirectory, sweepLeftovers } from './atomic-directory.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { nullIfMissing } from './failures.ts';
import type { Layout } from './layout.ts';
import { linkLibraries } from './library-links.ts';
import { makeOutsideFolder } from './outside.ts';
import { setDatabaseUrl } from './owner.ts';
import { findPlatformPackage } from './platform-package.ts';
import { runToEnd } from './run.ts';
import type { ServerUser } from './server-user.ts';

/** The programs of PostgreSQL, in a folder whose `bin` holds initdb and postgres. */
export interface Binaries {
  folder: string;
  /** The major version, e.g. 18. */
  major: number;
}

export async function usableBinaries(given: string | undefined, layout: Layout): Promise<Binaries> {
  const { user, words, outside } = layout;
  const folder = given ?? findPlatformPackage(words);
  await linkLibraries(folder, words);
  const version = await versionOf(folder, user);
  if (version.number) return { folder, major: majorOf(version.number) };
  // The server's user may only lack the right to enter a folder above, as for a clone below /root; a copy elsewhere helps.
  const asOurselves = user ? await versionOf(folder, null) : version;
  if (!asOurselves.number) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL that comes with ${words.service} does not run on this machine.${setDatabaseUrl(words)} ` +
        `${join(folder, 'bin/postgres')} said: ${asOurselves.output.trim()}`,
    );
  }
  const copy = join(outside, `postgresql-${asOurselves.number}`);
  await copyWithinReach(folder, copy, outside);
  return { folder: copy, major: majorOf(asOurselves.number) };
}

async function versionOf(folder: string, user: ServerUser | null) {
  const { succeeded, output } = await runToEnd(join(folder, 'bin/postgres'), ['--version'], user);
  const number = succeeded ? /\(PostgreSQL\) (\d[\w.]*)/.exec(output)?.[1] : undefined;
  return { number, output };
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

async function copyWithinReach(folder: string, copy: string, outside: string): Promise<void> {
  if (await stat(copy).catch(nullIfMissing)) return;
  await makeOutsideFolder(outside);
  await sweepLeftovers(copy);
  await makeCompleteDirectory(copy, async (unfinished) => {
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    await openToAll(unfinished);
  });
}

/** Lets every user read the copy, because the originals may have been installed under a strict umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    if (!entry.isFile()) continue;
    const { mode } = await stat(path);
    await chmod(path, mode & 0o100 ? 0o755 : 0o644);
  }
}
