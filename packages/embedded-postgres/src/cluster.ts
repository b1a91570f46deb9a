import { chown, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, messageOf, nullIfMissing } from './errors.ts';
import { makeCompleteDirectory, sweepLeftovers } from './files.ts';
import { type Layout, owner } from './layout.ts';
import { appendToLog, failureWithLog } from './postmaster.ts';
import { giveToServerUser, type ProgramResult, runToEnd } from './processes.ts';

export async function ensureCluster(layout: Layout, binaries: Binaries, durable: boolean): Promise<void> {
  const { clusterDir } = layout;
  await sweepLeftovers(clusterDir);
  if ((await versionOnDisk(layout)) === null) {
    await rejectForeignFiles(layout);
    await makeCompleteDirectory(clusterDir, (folder) => initialize(folder, layout, binaries, durable));
  }
  const version = await versionOnDisk(layout);
  if (version === String(binaries.major)) return giveToServerUser(clusterDir, layout.user);
  throw new EmbeddedPostgresError(
    `The database in ${clusterDir} was created by PostgreSQL ${version}, but this version of Skep contains PostgreSQL ` +
      `${binaries.major}. Dump it with PostgreSQL ${version} and load it into a new data folder, ` +
      'or set DATABASE_URL to use a server of that version.',
  );
}

async function versionOnDisk({ clusterDir }: Layout): Promise<string | null> {
  try {
    const text = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(nullIfMissing);
    return text === null ? null : text.trim();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} cannot be read (${messageOf(error)}). ` +
        'Run Skep as the user who owns that folder, or set DATA_DIR to another folder.',
    );
  }
}

async function rejectForeignFiles({ clusterDir }: Layout): Promise<void> {
  const names = (await readdir(clusterDir).catch(nullIfMissing)) ?? [];
  // A concurrent start may have created the cluster in the meantime.
  if (names.length === 0 || names.includes('PG_VERSION')) return;
  throw new EmbeddedPostgresError(
    `${clusterDir} contains files but no PostgreSQL database. ` +
      'Move them, or set DATA_DIR to another folder.',
  );
}

async function initialize(
  folder: string,
  layout: Layout,
  binaries: Binaries,
  durable: boolean,
): Promise<void> {
  const { user } = layout;
  if (user) await chown(folder, user.uid, user.gid);
  const program = join(binaries.folder, 'initdb');
  const options = [...fixedOptions(folder), ...(durable ? [] : ['--no-sync'])];
  let outcome: ProgramResult = { succeeded: false, output: '' };
  for (const locale of localeChoices(binaries.major)) {
    outcome = await runToEnd(program, [...options, ...locale], user);
    if (outcome.succeeded) return;
    if (!/invalid locale/.test(outcome.output)) break;
  }
  await appendToLog(layout, outcome.output).catch(() => {});
  throw failureWithLog('PostgreSQL could not create its database.', layout, outcome.output);
}

function fixedOptions(folder: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${owner}`,
    '--encoding=UTF8',
    // No password: only users who can enter the socket's 0700 folder can connect.
    '--auth-local=trust',
    '--auth-host=reject',
    '--data-checksums',
    '--no-instructions',
  ];
}

/** Locales to try. The built-in one supports Unicode and does not depend on the operating system. */
function localeChoices(major: number): string[][] {
  if (major >= 17) return [['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']];
  return [['--locale=C.UTF-8'], ['--locale=C']];
}
