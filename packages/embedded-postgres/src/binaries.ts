import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyWithinReach } from './binaries-copy.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { nullIfMissing } from './failures.ts';
import type { Layout } from './layout.ts';
import { hasLibraryList, linkLibraries } from './library-links.ts';
import { setDatabaseUrl, type Words } from './owner.ts';
import { findPlatformPackage } from './platform-package.ts';
import { runToEnd } from './run.ts';
import type { ServerUser } from './server-user.ts';

/** The programs of PostgreSQL. */
export interface Binaries {
  /** The folder that holds them. */
  folder: string;
  /** Such as `18.4`. */
  version: string;
  /** The major version, e.g. 18. */
  major: number;
}

const programs = ['initdb', 'postgres'];

/** Which programs to run, when they are not those of the npm package. */
export interface BinariesWish {
  binaries?: string | undefined;
  major?: number | undefined;
}

/** Finds programs that run on this machine. Nothing has been made by then, so that a refusal changes nothing. */
export async function findBinaries(wish: BinariesWish, words: Words): Promise<Binaries> {
  if (wish.binaries !== undefined) return checkGiven(wish.binaries, wish.major, words);
  const folder = findPlatformPackage(words);
  await linkLibraries(dirname(folder), words);
  const { number, output } = await versionOf(join(folder, 'postgres'), null);
  if (number) return toBinaries(folder, number);
  throw new EmbeddedPostgresError(
    `The PostgreSQL that comes with ${words.service} does not run on this machine.${setDatabaseUrl(words)} ` +
      `${join(folder, 'postgres')} said: ${output.trim()}`,
  );
}

async function checkGiven(folder: string, major: number | undefined, words: Words): Promise<Binaries> {
  const refuse = (reason: string) => refusalOf(major, words, reason);
  await linkLibraries(dirname(folder), words);
  const versions: string[] = [];
  for (const name of programs) {
    const path = join(folder, name);
    if (!(await stat(path).catch(nullIfMissing))) throw refuse(`${path} is missing`);
    const { number, output } = await versionOf(path, null);
    if (!number) throw refuse(`${path} does not run (${output.trim()})`);
    versions.push(number);
  }
  const [initdb = '', postgres = ''] = versions;
  const found = toBinaries(folder, postgres);
  if (initdb !== postgres) throw refuse(`initdb in ${folder} is of ${initdb} and postgres of ${postgres}`);
  if (major !== undefined && found.major !== major) throw refuse(`${folder} has PostgreSQL ${postgres}`);
  return found;
}

function refusalOf(major: number | undefined, { binariesSetting }: Words, reason: string) {
  const version = major === undefined ? '' : ` of PostgreSQL ${major}`;
  return new EmbeddedPostgresError(
    `${binariesSetting} must be a folder with initdb and postgres${version}: ${reason}.`,
  );
}

/**
 * Makes sure that the server's user can run the programs too. That user may only lack the right to enter a folder above, as for
 * a clone below /root: then those of npm, which need nothing outside of their package, are copied.
 */
export async function bringWithinReach(
  binaries: Binaries,
  { major, binaries: given }: BinariesWish,
  { user, words, outside }: Layout,
): Promise<Binaries> {
  const { folder, version } = binaries;
  const path = join(folder, 'postgres');
  if (!user || (await versionOf(path, user)).number) return binaries;
  if (given !== undefined && !(await hasLibraryList(dirname(folder))))
    throw refusalOf(major, words, `${user.name}, the user PostgreSQL runs under, cannot run ${path}`);
  const copy = join(outside, `postgresql-${version}`);
  await copyWithinReach(dirname(folder), copy, outside);
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
