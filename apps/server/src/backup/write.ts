import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { connect, type Trx } from '../db/connection.ts';
import { listExecuted, trySchemaLock } from '../db/migrate.ts';
import { selectValue } from '../db/sql.ts';
import { findSecretKey } from '../secret-key.ts';
import { StartError } from '../start-error.ts';
import type { Storage } from '../storage/storage.ts';
import { version } from '../version.ts';
import {
  addToDigest,
  attachment,
  type Contents,
  formatVersion,
  jsonMember,
  type Manifest,
  type Member,
  names,
  tablePart,
  writeArchive,
} from './archive.ts';
import { connectToCopy } from './copy.ts';
import { fingerprintKey } from './keys.ts';
import * as queries from './tables.ts';

export interface Source {
  config: Config;
  databaseUrl: string;
  storage: Storage;
  secretKey: string;
}

/** Streams the backup while the service runs; only a few parts are in memory at a time. */
export async function writeBackup(source: Source, path: string, signal: AbortSignal): Promise<Contents> {
  const contents: Contents = { rows: {}, attachments: 0, missing_attachments: 0, sha256: '' };
  await withSchemaLock(source.databaseUrl, async () => {
    const { db, copyOut } = connectToCopy(source.databaseUrl);
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    await snapshot
      .execute((trx) => writeArchive(path, listMembers(source, trx, copyOut, contents), signal))
      .finally(() => db.destroy());
  });
  return contents;
}

/** Takes the lock on a separate connection: within the transaction it would come after the snapshot. */
async function withSchemaLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const db = connect(url, { max: 1 });
  try {
    return await db.transaction().execute(async (trx) => {
      await queries.setFormats(trx);
      if (!(await trySchemaLock(trx)))
        throw new StartError('A migration or restore is running. Try again when it has finished.');
      return work();
    });
  } finally {
    await db.destroy();
  }
}

type CopyOut = ReturnType<typeof connectToCopy>['copyOut'];

/** Yields the members in restore order, ending with the table of contents. */
async function* listMembers(
  source: Source,
  trx: Trx,
  copyOut: CopyOut,
  contents: Contents,
): AsyncGenerator<Member> {
  const hash = createHash('sha256');
  for await (const member of listContent(source, trx, copyOut, contents)) {
    addToDigest(hash, member);
    yield member;
  }
  contents.sha256 = hash.digest('hex');
  yield jsonMember(names.contents, contents);
}

async function* listContent(
  { config, storage, secretKey }: Source,
  trx: Trx,
  copyOut: CopyOut,
  contents: Contents,
): AsyncGenerator<Member> {
  const manifest = await describe(trx, secretKey);
  yield jsonMember(names.manifest, manifest);
  // A key set in the environment is not included.
  if (secretKey === (await findSecretKey(config.dataDir)))
    yield { name: names.secretKey, bytes: Buffer.from(`${secretKey}\n`) };
  for (const table of manifest.tables) {
    let [part, rows] = [0, 0];
    for await (const { bytes, count } of copyOut(queries.copyTo(table))) {
      yield { name: tablePart(table.name, ++part), bytes };
      rows += count;
    }
    contents.rows[table.name] = rows;
  }
  yield* listImages(trx, storage, contents);
}

async function describe(trx: Trx, secretKey: string): Promise<Manifest> {
  await queries.setFormats(trx);
  return {
    format: formatVersion,
    skep: version,
    postgres: await selectValue(trx, sql<string>`current_setting('server_version')`),
    made_at: new Date().toISOString(),
    migrations: await listExecuted(trx),
    tables: await queries.listTables(trx),
    sequences: await queries.listSequences(trx),
    secret_key: fingerprintKey(secretKey),
  };
}

const imagesPerPage = 8;

/** A missing image was deleted with its bug after the snapshot was taken. */
async function* listImages(trx: Trx, storage: Storage, contents: Contents): AsyncGenerator<Member> {
  let page = await queries.listImages(trx, 0, imagesPerPage);
  while (page.length > 0) {
    const images = await Promise.all(page.map(({ object_key }) => storage.read(object_key)));
    for (const [index, { object_key }] of page.entries()) {
      const bytes = images[index];
      if (!bytes) {
        contents.missing_attachments++;
        continue;
      }
      contents.attachments++;
      yield { name: attachment(object_key), bytes };
    }
    page = await queries.listImages(trx, page.at(-1)?.id ?? 0, imagesPerPage);
  }
}
