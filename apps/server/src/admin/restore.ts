import { resolve } from 'node:path';
import { checkBackup, restoreBackup } from '../backup/restore.ts';
import { readConfig } from '../config.ts';
import { connect } from '../db/connection.ts';
import { prepareDataDir } from '../db/embedded.ts';
import { named } from '../mail/foreign-text.ts';
import { keepsFiles } from '../start/database.ts';
import { explainRefusal } from '../start/refusals.ts';
import { demandSupportedVersion } from '../start/server-version.ts';
import { openStorage } from '../storage/open.ts';
import { check } from './backup.ts';
import { describeContents, untilInterrupted } from './backup-words.ts';
import type { AdminCommand, Outcome } from './command.ts';
import { openOrMake } from './database.ts';

export const restoreCommand: AdminCommand = {
  takes: ['<file>'],
  summary:
    'Restores a backup where there are no accounts yet, on any kind of PostgreSQL; a running service goes on with it',
  options: { check: { summary: 'only reads the file, and says whether it is whole' } },
  async run({ args: [file = ''], has }) {
    return has('check') ? check(resolve(file)) : restore(resolve(file));
  },
};

async function restore(path: string): Promise<Outcome> {
  const config = readConfig(process.env);
  // All of it is read first: a file that is not whole makes no folder, no database and no image.
  await checkBackup(path);
  const database = await openOrMake(config);
  try {
    await demandServer(database.url);
    if (keepsFiles(config)) await prepareDataDir(config.dataDir);
    const target = {
      config,
      databaseUrl: database.url,
      place: database.place,
      storage: openStorage(config, ''),
    };
    const { manifest, contents, leftOut, notice } = await untilInterrupted('Nothing was changed', (signal) =>
      restoreBackup(target, path, signal),
    );
    const notes = leftOut.map((table) => `The table ${named(table)} was left out: it is not one of Skep.`);
    if (notice) notes.push(notice);
    return {
      data: { place: database.place, made_at: manifest.made_at, ...contents, notes },
      text: `Restored into ${database.place}: ${describeContents(contents)}, as of ${manifest.made_at}.`,
      ...(notes.length > 0 && { note: notes.join('\n') }),
    };
  } finally {
    await database.close();
  }
}

async function demandServer(url: string): Promise<void> {
  const db = connect(url, { max: 1 });
  try {
    await demandSupportedVersion(db).catch(explainRefusal);
  } finally {
    await db.destroy();
  }
}
