import { resolve } from 'node:path';
import { makeDataDirectory } from '@skep/embedded-postgres';
import { type Contents, requireNewFile } from '../backup/archive.ts';
import { checkBackup, restoreBackup } from '../backup/restore.ts';
import { writeBackup } from '../backup/write.ts';
import { type Config, readConfig } from '../config.ts';
import { oneLine, quoteName } from '../mail/untrusted-text.ts';
import { findSecretKey } from '../secret-key.ts';
import { keepsFiles } from '../start/database.ts';
import { explainRefusal, requireSupportedVersion } from '../start/failures.ts';
import { StartError } from '../start-error.ts';
import { openStorage } from '../storage/storage.ts';
import type { AdminCommand, Outcome } from './command.ts';
import { onConnection, openBesideService, openOrMake, requireTables } from './database.ts';

export const backupCommand: AdminCommand = {
  takes: ['<file>'],
  summary: 'Writes a backup file while the service runs: tables, attachments and the generated key',
  options: { check: { summary: 'checks an existing backup file instead' } },
  run: async ({ args: [file = ''], has }) => (has('check') ? check : backUp)(resolve(file)),
};

async function backUp(path: string): Promise<Outcome> {
  await requireNewFile(path);
  const config = readConfig(process.env);
  const database = await openBesideService(config);
  try {
    // Any schema version is accepted: a newer release backs up before it migrates.
    await onConnection(database.url, requireTables);
    const secretKey = await requireKey(config);
    const source = { config, databaseUrl: database.url, storage: openStorage(config, ''), secretKey };
    const contents = await untilInterrupted(`${path} was not written`, (signal) =>
      writeBackup(source, path, signal),
    );
    const missing = contents.missing_attachments;
    return {
      data: { file: path, ...contents },
      text: `${path} has ${describeContents(contents)}.`,
      ...(missing > 0 && {
        note: `${missing} images were missing: deleted during the backup, or not in this store.`,
      }),
    };
  } finally {
    await database.close();
  }
}

/** A missing key means that DATA_DIR or the environment is not the service's, so its images would be missing too. */
async function requireKey({ secretKey, dataDir }: Config): Promise<string> {
  const key = secretKey ?? (await findSecretKey(dataDir));
  if (key !== null) return key;
  throw new StartError(
    `No secret key found in ${dataDir}. Set DATA_DIR or SECRET_KEY to the values of the service.`,
  );
}

async function check(path: string): Promise<Outcome> {
  const { manifest, contents } = await checkBackup(path);
  const { skep, postgres, made_at } = manifest;
  return {
    data: { file: path, skep, postgres, made_at, ...contents },
    text: oneLine(
      `${path} is valid: created at ${made_at} by Skep ${skep} with PostgreSQL ${postgres}, ${describeContents(contents)}.`,
      1_000,
    ),
  };
}

export const restoreCommand: AdminCommand = {
  takes: ['<file>'],
  summary: 'Restores a backup into an installation without accounts; a running service switches to it',
  options: { check: { summary: 'checks the backup file without restoring it' } },
  run: async ({ args: [file = ''], has }) => (has('check') ? check : restore)(resolve(file)),
};

async function restore(path: string): Promise<Outcome> {
  const config = readConfig(process.env);
  // The whole file is checked first. A damaged file must not create a folder, a database or an image.
  await checkBackup(path);
  const database = await openOrMake(config);
  try {
    await onConnection(database.url, (db) => requireSupportedVersion(db).catch(explainRefusal));
    if (keepsFiles(config)) await makeDataDirectory(config.dataDir);
    const { url: databaseUrl, place } = database;
    const target = { config, databaseUrl, place, storage: openStorage(config, '') };
    const { manifest, contents, leftOut, notice } = await untilInterrupted('Nothing was changed', (signal) =>
      restoreBackup(target, path, signal),
    );
    const notes = leftOut.map(
      (table) => `Skipped the table ${quoteName(table)}: it does not belong to Skep.`,
    );
    if (notice) notes.push(notice);
    return {
      data: { place, made_at: manifest.made_at, ...contents, notes },
      text: `Restored into ${place}: ${describeContents(contents)}, as of ${manifest.made_at}.`,
      ...(notes.length > 0 && { note: notes.join('\n') }),
    };
  } finally {
    await database.close();
  }
}

function describeContents({ rows, attachments }: Contents): string {
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return `${count} rows in ${Object.keys(rows).length} tables and ${attachments} attachments`;
}

/** Aborts the work on Ctrl-C, and explains the consequence of a failure. */
async function untilInterrupted<T>(
  consequence: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Error('it was interrupted'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work(interruption.signal);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const cause = interruption.signal.aborted ? interruption.signal.reason : error;
    // PostgreSQL error messages quote values from the file, so they are untrusted text.
    throw new StartError(`${consequence}: ${oneLine((cause as Error).message, 500)}.`, { cause: error });
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
