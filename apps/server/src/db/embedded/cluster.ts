import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';
import type { Binaries } from './binaries.ts';
import { nullIfMissing, reasonOf } from './errors.ts';
import { appendToLog, failureWithLog } from './log.ts';
import type { Place } from './place.ts';
import { makeComplete, sweepLeftovers } from './unfinished.ts';
import { type Finished, runToEnd, type ServerUser } from './user.ts';

export const superuser = 'skep';

export async function ensureCluster(place: Place, binaries: Binaries, durable: boolean): Promise<void> {
  await sweepLeftovers(place.clusterDir);
  if ((await versionOnDisk(place)) === null) {
    await refuseForeignFiles(place.clusterDir);
    await makeComplete(place.clusterDir, (folder) => initialise(folder, place, binaries, durable));
  }
  const version = await versionOnDisk(place);
  if (version === String(binaries.major)) return giveToServerUser(place);
  throw new StartError(
    `The database in ${place.clusterDir} was made by PostgreSQL ${version}, but this Skep brings PostgreSQL ` +
      `${binaries.major}. Dump it with PostgreSQL ${version} and load it into a new data folder, ` +
      'or set DATABASE_URL to use a server of that version.',
  );
}

async function versionOnDisk({ clusterDir }: Place): Promise<string | null> {
  try {
    const text = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(nullIfMissing);
    return text === null ? null : text.trim();
  } catch (error) {
    throw new StartError(
      `The database in ${clusterDir} cannot be read (${reasonOf(error)}). ` +
        'Run Skep as the user who owns that folder, or set DATA_DIR to another folder.',
    );
  }
}

async function refuseForeignFiles(clusterDir: string): Promise<void> {
  const names = (await readdir(clusterDir).catch(nullIfMissing)) ?? [];
  // A concurrent start may have put the complete cluster there since we looked.
  if (names.length === 0 || names.includes('PG_VERSION')) return;
  throw new StartError(
    `${clusterDir} holds files but no PostgreSQL database. Move them away, or set DATA_DIR to another folder.`,
  );
}

async function initialise(folder: string, place: Place, binaries: Binaries, durable: boolean): Promise<void> {
  if (place.user) await chown(folder, place.user.uid, place.user.gid);
  let outcome: Finished = { succeeded: false, output: '' };
  for (const locale of localeChoices(binaries.major)) {
    outcome = await runInitdb(folder, place.user, binaries, [...locale, ...(durable ? [] : ['--no-sync'])]);
    if (outcome.succeeded) return;
    if (!/invalid locale/.test(outcome.output)) break;
  }
  await appendToLog(place.logFile, place.user, outcome.output).catch(() => {});
  throw failureWithLog('PostgreSQL could not create its database.', place.logFile, outcome.output);
}

function runInitdb(folder: string, user: ServerUser | null, binaries: Binaries, options: string[]) {
  const fixed = [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    // Only those who may enter the 0700 folder of the socket can connect at all.
    '--auth-local=trust',
    '--auth-host=reject',
    '--data-checksums',
    '--no-instructions',
  ];
  return runToEnd(join(binaries.folder, 'bin/initdb'), [...fixed, ...options], user);
}

/** The built-in locale knows Unicode letters and does not change with the operating system. */
function localeChoices(major: number): string[][] {
  if (major >= 17) return [['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']];
  return [['--locale=C.UTF-8'], ['--locale=C']];
}

// A cluster restored from a backup by root belongs to root, which PostgreSQL refuses.
async function giveToServerUser({ clusterDir, user }: Place): Promise<void> {
  if (!user || (await stat(clusterDir)).uid === user.uid) return;
  await chownTree(clusterDir, user);
}

async function chownTree(folder: string, user: ServerUser): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await chownTree(path, user);
    else await lchown(path, user.uid, user.gid);
  }
  // Last, because the owner of the folder tells the next start whether all of this was done.
  await lchown(folder, user.uid, user.gid);
}
