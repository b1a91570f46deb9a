import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Trx } from '../db/connection.ts';
import { type CopyConnection, connectToCopy } from '../db/copy.ts';
import { listMigrations, listPending, lockMigrations, migratorTables, runMigrations } from '../db/migrate.ts';
import { named } from '../mail/foreign-text.ts';
import { StartError } from '../start-error.ts';
import type { Storage } from '../storage/open.ts';
import type { Manifest } from './format.ts';
import * as loading from './queries/loading.ts';
import { replaceTables } from './queries/replacing.ts';
import { agreeOnFormats, copyFrom, listTables } from './queries/snapshot.ts';
import { type Backup, damaged, madeByNewer, readBackup } from './read.ts';
import { type RestoredKey, restoreKey } from './restore-key.ts';

export interface Target {
  config: Config;
  databaseUrl: string;
  /** Tells people where that is. */
  place: string;
  storage: Storage;
}

export interface Restored extends Backup {
  /** Tables in the file that this version has no use for. */
  leftOut: string[];
  notice: string | null;
}

/** Throws a sentence unless the file is whole and was made by this version of Skep or an older one. Changes nothing. */
export async function checkBackup(path: string): Promise<Backup> {
  const known = await listMigrations();
  return readBackup(path, {
    async manifest(manifest) {
      if (manifest.migrations.some((name, index) => name !== known[index])) throw madeByNewer(path, manifest);
    },
  });
}

/**
 * Restores a backup into an installation without accounts. Its tables are made in a schema of their own, as the version that
 * wrote the backup had them, filled, brought up to date, and put into the place of the empty ones. All of that is one
 * transaction: until it is committed, nothing has changed but for images that nobody knows, which are removed when it fails.
 */
export async function restoreBackup(target: Target, path: string, signal: AbortSignal): Promise<Restored> {
  const connection = connectToCopy(target.databaseUrl);
  const kept: string[] = [];
  let key: RestoredKey | undefined;
  try {
    return await connection.db.transaction().execute(async (trx) => {
      const schema = await demandEmpty(trx, target.place);
      const { found, backup, leftOut } = await load(target, path, { trx, connection, kept, signal });
      await replaceTables(trx, await loading.selectSchema(trx), schema);
      key = await restoreKey(target.config, backup.manifest.secret_key, found);
      signal.throwIfAborted();
      return { ...backup, leftOut, notice: key.notice };
    });
  } catch (error) {
    await key?.undo();
    for (const objectKey of kept) await target.storage.remove(objectKey);
    throw error;
  } finally {
    await connection.db.destroy();
  }
}

/** Returns the schema in which the service's tables are, or belong. Nobody can sign up there before the transaction ends. */
async function demandEmpty(trx: Trx, place: string): Promise<string> {
  await agreeOnFormats(trx);
  await lockMigrations(trx);
  await listPending(trx);
  const there = await loading.countAccounts(trx);
  if (there && there.accounts + there.teams > 0) {
    throw new StartError(
      `${place} already has accounts (${there.accounts}) and teams (${there.teams}), and a backup is restored only where there ` +
        'are none. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
    );
  }
  return loading.selectSchema(trx);
}

interface Loading {
  trx: Trx;
  connection: CopyConnection;
  /** Images that were not there before. */
  kept: string[];
  signal: AbortSignal;
}

/** Makes a schema with all that is in the file, and stays in it. */
async function load({ storage }: Target, path: string, { trx, connection, kept, signal }: Loading) {
  const schema = `skep_restored_${randomBytes(4).toString('hex')}`;
  const rows: Record<string, number> = {};
  let tables = new Map<string, Table>();
  let found: string | null = null;
  let putBack = async () => {};
  const backup = await readBackup(path, {
    async manifest({ migrations, tables: listed }) {
      await loading.createSchema(trx, schema);
      await loading.enterSchema(trx, schema);
      await runMigrations(trx, migrations.at(-1) as string);
      tables = chooseTables(path, listed, await listTables(trx));
      putBack = await loading.prepareLoading(trx);
    },
    async secretKey(key) {
      found = key;
    },
    async rows(name, bytes) {
      signal.throwIfAborted();
      const table = tables.get(name);
      if (!table) return;
      rows[name] = (rows[name] ?? 0) + (await connection.copyIn(copyFrom(table), bytes));
    },
    async image(objectKey, bytes) {
      signal.throwIfAborted();
      if (await storage.keep(objectKey, bytes)) kept.push(objectKey);
    },
  });
  for (const name of tables.keys())
    if ((rows[name] ?? 0) !== backup.contents.rows[name])
      throw new StartError(
        `${path} has ${rows[name] ?? 0} rows of ${name}, and should have ${backup.contents.rows[name]}.`,
      );
  await loading.setSequences(trx, backup.manifest.sequences);
  await putBack();
  await loading.markAsMoved(trx);
  await runMigrations(trx, (await listMigrations()).at(-1) as string);
  await loading.analyzeTables(trx, [...tables.keys()]);
  const known = [...tables.keys(), ...migratorTables];
  const leftOut = backup.manifest.tables.map(({ name }) => name).filter((name) => !known.includes(name));
  return { found, backup, leftOut };
}

type Table = Manifest['tables'][number];

/** Those in the file that its version made. What migrations have noted is left out: they were made here, and now. */
function chooseTables(path: string, listed: Table[], made: Table[]): Map<string, Table> {
  const chosen = new Map<string, Table>();
  for (const table of listed) {
    const known = made.find(({ name }) => name === table.name);
    if (!known || migratorTables.includes(known.name)) continue;
    const strange = table.columns.find((column) => !known.columns.includes(column));
    if (strange) throw damaged(path, `${known.name} of that version has no column ${named(strange)}`);
    chosen.set(table.name, table);
  }
  return chosen;
}
