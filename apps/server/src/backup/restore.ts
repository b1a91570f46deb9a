import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Trx } from '../db/connection.ts';
import { listMigrations, listPending, lockMigrations, migratorTables, runMigrations } from '../db/migrate.ts';
import { currentSchema, selectValue } from '../db/sql.ts';
import { quoteName } from '../mail/untrusted-text.ts';
import { StartError } from '../start-error.ts';
import type { Storage } from '../storage/storage.ts';
import { damaged, type Manifest, type Table } from './archive.ts';
import { type CopyConnection, connectToCopy } from './copy.ts';
import { type RestoredKey, restoreKey } from './keys.ts';
import * as legacy from './legacy.ts';
import { type Backup, madeByNewer, readBackup } from './read.ts';
import * as queries from './tables.ts';

export interface Target {
  config: Config;
  databaseUrl: string;
  place: string;
  storage: Storage;
}

export async function checkBackup(path: string): Promise<Backup> {
  const known = await listMigrations();
  return readBackup(path, {
    async manifest(manifest) {
      if (legacy.isLegacy(manifest)) legacy.requireRestorable(path, manifest);
      else if (manifest.migrations.some((name, index) => name !== known[index]))
        throw madeByNewer(path, manifest);
    },
  });
}

/** Creates and fills the tables in a separate schema, then swaps them in, in one transaction. */
export async function restoreBackup(target: Target, path: string, signal: AbortSignal) {
  const connection = connectToCopy(target.databaseUrl);
  const kept: string[] = [];
  let key: RestoredKey | undefined;
  try {
    return await connection.db.transaction().execute(async (trx) => {
      const schema = await requireEmpty(trx, target.place);
      const { found, backup, leftOut } = await load(target, path, { trx, connection, kept, signal });
      await queries.replaceTables(trx, await selectValue(trx, currentSchema), schema);
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

/** Returns the schema of the service's tables. Sign-ups are blocked until the transaction ends. */
async function requireEmpty(trx: Trx, place: string): Promise<string> {
  await queries.setFormats(trx);
  await lockMigrations(trx);
  await listPending(trx);
  const there = await queries.countAccounts(trx);
  if (there && there.accounts + there.teams > 0) {
    throw new StartError(
      `${place} already has accounts (${there.accounts}) and teams (${there.teams}), and a backup is restored only where there ` +
        'are none. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
    );
  }
  return selectValue(trx, currentSchema);
}

interface Loading {
  trx: Trx;
  connection: CopyConnection;
  kept: string[];
  signal: AbortSignal;
}

async function load({ storage }: Target, path: string, { trx, connection, kept, signal }: Loading) {
  const rows: Record<string, number> = {};
  let loads = new Map<string, legacy.Load[]>();
  let found: string | null = null;
  let restoreIndexes = async () => {};
  const backup = await readBackup(path, {
    async manifest(manifest) {
      await makeTables(trx, manifest);
      loads = planLoads(path, manifest, await queries.listTables(trx));
      if (legacy.isLegacy(manifest)) await legacy.createStaging(trx);
      restoreIndexes = await queries.prepareLoading(trx, namesOf(loads));
    },
    async secretKey(key) {
      found = key;
    },
    async rows(name, bytes) {
      signal.throwIfAborted();
      let count = 0;
      for (const table of loads.get(name) ?? []) {
        const picked = table.places ? legacy.pickColumns(bytes, table.places) : bytes;
        count = await connection.copyIn(queries.copyFrom(table), picked);
      }
      rows[name] = (rows[name] ?? 0) + count;
    },
    async image(objectKey, bytes) {
      signal.throwIfAborted();
      if (await storage.keep(objectKey, bytes)) kept.push(objectKey);
    },
  });
  const { manifest, contents } = backup;
  for (const name of loads.keys())
    if ((rows[name] ?? 0) !== contents.rows[name])
      throw new StartError(
        `${path} has ${rows[name] ?? 0} rows of ${name} instead of ${contents.rows[name]}.`,
      );
  await queries.setSequences(trx, manifest.sequences);
  if (legacy.isLegacy(manifest)) await legacy.deriveRest(trx);
  await restoreIndexes();
  await runMigrations(trx, (await listMigrations()).at(-1) as string);
  await queries.analyzeTables(trx, namesOf(loads));
  const isKnown = (name: string) =>
    loads.has(name) || migratorTables.includes(name) || legacy.isDroppedTable(name);
  const leftOut = manifest.tables.map(({ name }) => name).filter((name) => !isKnown(name));
  return { found, backup, leftOut };
}

const namesOf = (loads: Map<string, legacy.Load[]>) =>
  [...loads.values()].flatMap((tables) => tables.map(({ name }) => name));

async function makeTables(trx: Trx, manifest: Manifest): Promise<void> {
  const schema = `skep_restored_${randomBytes(4).toString('hex')}`;
  await queries.createSchema(trx, schema);
  await queries.enterSchema(trx, schema);
  const last = legacy.isLegacy(manifest) ? legacy.baseline : (manifest.migrations.at(-1) as string);
  await runMigrations(trx, last);
}

/** Maps each table in the file to its loads. The migrator's own tables are skipped. */
function planLoads(path: string, manifest: Manifest, made: Table[]): Map<string, legacy.Load[]> {
  const loads = new Map<string, legacy.Load[]>();
  for (const table of manifest.tables.filter(({ name }) => !migratorTables.includes(name))) {
    const known = made.find(({ name }) => name === table.name);
    const strange = table.columns.find((column) => !known?.columns.includes(column));
    if (legacy.isLegacy(manifest)) loads.set(table.name, legacy.planLoads(path, table, known));
    else if (known && strange)
      throw damaged(path, `${known.name} has no column ${quoteName(strange)} in that version`);
    else if (known) loads.set(table.name, [table]);
  }
  for (const [name, tables] of loads) if (tables.length === 0) loads.delete(name);
  return loads;
}
