import { type Hash, randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import Type, { type Static } from 'typebox';
import { removeStaleFiles, syncFolder } from '../durable-files.ts';
import { StartError } from '../start-error.ts';
import { isObjectKey } from '../storage/storage.ts';

export const formatVersion = 1;

const Names = Type.Array(Type.String(), { minItems: 1 });
const Hex = (bytes: number) => Type.String({ pattern: `^[0-9a-f]{${2 * bytes}}$` });

/** Identifies the signing key without revealing it. */
const KeyFingerprint = Type.Object({ salt: Hex(16), hash: Hex(32) });
export type KeyFingerprint = Static<typeof KeyFingerprint>;

export const Manifest = Type.Object({
  format: Type.Integer(),
  skep: Type.String(),
  postgres: Type.String(),
  made_at: Type.String({ pattern: '^[0-9-]{10}T[0-9:.]{8,12}Z$' }),
  migrations: Names,
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Names })),
  sequences: Type.Array(
    Type.Object({ name: Type.String(), last_value: Type.Union([Type.Integer(), Type.Null()]) }),
  ),
  secret_key: KeyFingerprint,
});
export type Manifest = Static<typeof Manifest>;
export type Table = Manifest['tables'][number];

const Count = Type.Integer({ minimum: 0 });

/** The last member. Without it the file is truncated; if the checksum differs, it was modified. */
export const Contents = Type.Object({
  rows: Type.Record(Type.String(), Count),
  attachments: Count,
  missing_attachments: Count,
  sha256: Type.String(),
});
export type Contents = Static<typeof Contents>;

export interface Member {
  name: string;
  bytes: Buffer;
}

export const names = {
  manifest: 'manifest.json',
  secretKey: 'secret-key',
  contents: 'contents.json',
} as const;

/** Rows in PostgreSQL's COPY text format, split into parts. */
export const tablePart = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;

export const tableOf = (name: string): string | undefined => /^tables\/([^/]+)\/\d+\.copy$/.exec(name)?.[1];

export const attachment = (objectKey: string): string => `attachments/${objectKey}`;

export function objectKeyOf(name: string): string | undefined {
  const objectKey = name.replace(/^attachments\//, '');
  return objectKey !== name && isObjectKey(objectKey) ? objectKey : undefined;
}

export const jsonMember = (name: string, value: unknown): Member => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

export const addToDigest = (hash: Hash, { name, bytes }: Member): Hash =>
  hash.update(`${name}\n${bytes.length}\n`).update(bytes);

const draftName = (path: string) => `${path}.${randomUUID()}.skep-draft`;
const isDraft = (name: string) => /\.[0-9a-f-]{36}\.skep-draft$/.test(name);

/** Readable by our user only, since it may contain the key. Renamed to its final name once it is on disk. */
export async function writeArchive(
  path: string,
  members: AsyncIterable<Member>,
  signal: AbortSignal,
): Promise<void> {
  // Leftovers of other users cannot be removed, which must not prevent a backup.
  await removeStaleFiles(dirname(path), isDraft).catch(() => {});
  const draft = draftName(path);
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  const archive = pack();
  const packing = packMembers(archive, members);
  try {
    // The fastest level. Higher levels cost more time than they save space.
    await pipeline(archive, createGzip({ level: 1 }), output, { signal });
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await packing;
  }
}

/** Writes each member after the previous one was consumed. Failures surface at the reader of the archive. */
export async function packMembers(
  archive: Pack,
  members: AsyncIterable<Member> | Iterable<Member>,
): Promise<void> {
  const mtime = new Date();
  try {
    for await (const { name, bytes } of members)
      await new Promise<void>((resolve, reject) => {
        const entry = archive.entry({ name, mode: 0o600, mtime }, bytes, (error) =>
          error ? reject(error) : resolve(),
        );
        // An entry fails together with the archive, and needs its own error listener.
        entry.once('error', reject);
      });
    archive.finalize();
  } catch (error) {
    archive.destroy(error as Error);
  }
}

export async function requireNewFile(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing) throw new StartError(`${path} already exists. Choose another name or remove it first.`);
  await access(dirname(path), constants.W_OK).catch(({ message }: Error): never => {
    throw new StartError(`${path} cannot be written: ${message}.`);
  });
}

/** A table part may be a single row of up to 1 GiB. Everything else is small. */
const maxMemberBytes = (name: string): number => (tableOf(name) ? 1024 : 16) * 1024 ** 2;

/** Reads each member into memory. Throws a StartError if the file is damaged. */
export async function* readArchive(path: string): AsyncGenerator<Member> {
  await access(path, constants.R_OK).catch(({ message }: Error): never => {
    throw new StartError(`${path} cannot be read: ${message}.`);
  });
  const archive = extract();
  // Errors surface while reading the members.
  pipeline(createReadStream(path), createGunzip(), archive).catch(() => {});
  const entries = archive[Symbol.asyncIterator]();
  const fail = ({ message }: Error): never => {
    throw damaged(path, message);
  };
  try {
    for (;;) {
      const { value: entry, done } = await entries.next().catch(fail);
      if (done) return;
      const { name, size = 0 } = entry.header;
      if (size > maxMemberBytes(name)) throw damaged(path, 'a member is too large');
      yield { name, bytes: await buffer(entry).catch(fail) };
    }
  } finally {
    archive.destroy();
  }
}

export const damaged = (path: string, why: string): StartError =>
  new StartError(`${path} is not a valid Skep backup: ${why}.`);
