import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';
import { type ProgramResult, runToEnd } from './run.ts';
import { appendToLog, failureWithLog } from './server-log.ts';

/** Fills an empty folder with a new database cluster. */
export async function initialise(
  folder: string,
  layout: Layout,
  binaries: Binaries,
  durable: boolean,
): Promise<void> {
  const { user } = layout;
  if (user) await chown(folder, user.uid, user.gid);
  const program = join(binaries.folder, 'initdb');
  const options = [...fixedOptions(folder, layout.name), ...(durable ? [] : ['--no-sync'])];
  let outcome: ProgramResult = { succeeded: false, output: '' };
  for (const locale of localeChoices(binaries.major)) {
    outcome = await runToEnd(program, [...options, ...locale], user);
    if (outcome.succeeded) return;
    if (!/invalid locale/.test(outcome.output)) break;
  }
  await appendToLog(layout, outcome.output).catch(() => {});
  throw failureWithLog('PostgreSQL could not create its database.', layout, outcome.output);
}

function fixedOptions(folder: string, superuser: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    // No password is needed, because only those who may enter the 0700 folder of the socket can connect at all.
    '--auth-local=trust',
    '--auth-host=reject',
    '--data-checksums',
    '--no-instructions',
  ];
}

/** The locales to try. The built-in one knows Unicode letters and does not change with the operating system. */
function localeChoices(major: number): string[][] {
  if (major >= 17) return [['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']];
  return [['--locale=C.UTF-8'], ['--locale=C']];
}
