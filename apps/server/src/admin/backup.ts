import { resolve } from 'node:path';
import { demandNewFile } from '../backup/archive.ts';
import { checkBackup } from '../backup/restore.ts';
import { writeBackup } from '../backup/write.ts';
import { type Config, readConfig } from '../config.ts';
import { connect } from '../db/connection.ts';
import { oneLine } from '../mail/foreign-text.ts';
import { findSecretKey } from '../secret-key.ts';
import { explainRefusal } from '../start/refusals.ts';
import { StartError } from '../start-error.ts';
import { openStorage } from '../storage/open.ts';
import { describeContents, untilInterrupted } from './backup-words.ts';
import type { AdminCommand, Outcome } from './command.ts';
import { demandTables, openBesideService } from './database.ts';

export const backupCommand: AdminCommand = {
  takes: ['<file>'],
  summary: 'Writes all data into one file while the service runs: tables, attachments and the generated key',
  options: { check: { summary: 'reads a file that was written before, and says whether it is whole' } },
  async run({ args: [file = ''], has }) {
    return has('check') ? check(resolve(file)) : backUp(resolve(file));
  },
};

async function backUp(path: string): Promise<Outcome> {
  await demandNewFile(path);
  const config = readConfig(process.env);
  const database = await openBesideService(config);
  try {
    await demandService(database.url);
    const secretKey = await demandKey(config);
    const source = { config, databaseUrl: database.url, storage: openStorage(config, ''), secretKey };
    const contents = await untilInterrupted(`${path} was not written`, (signal) =>
      writeBackup(source, path, signal),
    );
    const missing = contents.missing_attachments;
    return {
      data: { file: path, ...contents },
      text: `${path} has ${describeContents(contents)}.`,
      ...(missing > 0 && {
        note: `${missing} images were not there: they were deleted meanwhile, or are not in this store.`,
      }),
    };
  } finally {
    await database.close();
  }
}

/** What the tables are is written down as it is: a newer version makes a backup before it changes them. */
async function demandService(url: string): Promise<void> {
  const db = connect(url, { max: 1 });
  try {
    await demandTables(db).catch(explainRefusal);
  } finally {
    await db.destroy();
  }
}

/** Without the key this is not the folder, or not the environment, of the service: its images would be missing too. */
async function demandKey({ secretKey, dataDir }: Config): Promise<string> {
  const key = secretKey ?? (await findSecretKey(dataDir));
  if (key !== null) return key;
  throw new StartError(
    `There is no key of Skep in ${dataDir}. Set DATA_DIR or SECRET_KEY as the service has them.`,
  );
}

/** Also what `restore --check` does. */
export async function check(path: string): Promise<Outcome> {
  const { manifest, contents } = await checkBackup(path);
  const { skep, postgres, made_at } = manifest;
  return {
    data: { file: path, skep, postgres, made_at, ...contents },
    text: oneLine(
      `${path} is whole: made at ${made_at} by Skep ${skep} with PostgreSQL ${postgres}, it has ${describeContents(contents)}.`,
      1_000,
    ),
  };
}
