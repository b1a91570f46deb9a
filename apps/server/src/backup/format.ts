import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { isObjectKey } from '../storage/storage.ts';
import type { Member } from './tar.ts';

/** Raised when older versions of Skep could not read what is written. */
export const formatVersion = 1;

const Names = Type.Array(Type.String(), { minItems: 1 });
const Hex = (bytes: number) => Type.String({ pattern: `^[0-9a-f]{${2 * bytes}}$` });

/** Tells whether a key is the one that the service signed with, and nothing else about it. */
const KeyPrint = Type.Object({ salt: Hex(16), hash: Hex(32) });
export type KeyPrint = Static<typeof KeyPrint>;

/** The first member: what the file is, and what is in it. */
export const Manifest = Type.Object({
  format: Type.Integer(),
  skep: Type.String(),
  postgres: Type.String(),
  made_at: Type.String({ pattern: '^[0-9-]{10}T[0-9:.]{8,12}Z$' }),
  /** What the tables were made by, in order. */
  migrations: Names,
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Names })),
  /** How far each sequence had come; null when nothing was taken from it. */
  sequences: Type.Array(
    Type.Object({ name: Type.String(), last_value: Type.Union([Type.Integer(), Type.Null()]) }),
  ),
  secret_key: KeyPrint,
});
export type Manifest = Static<typeof Manifest>;

const Count = Type.Integer({ minimum: 0 });

/** The last member: without it the file was cut off, and when it does not fit what came before, the file was changed. */
export const Contents = Type.Object({
  /** How many rows each table has. */
  rows: Type.Record(Type.String(), Count),
  attachments: Count,
  /** Images that were gone when their turn came. */
  missing_attachments: Count,
  /** Over names, lengths and bytes of all members before. */
  sha256: Type.String(),
});
export type Contents = Static<typeof Contents>;

/** What the members are called. Below tables/ and attachments/ there are any number. */
export const names = {
  manifest: 'manifest.json',
  secretKey: 'secret-key',
  contents: 'contents.json',
} as const;

/** Rows in PostgreSQL's text format, as `copy … from stdin` takes them; a table has as many parts as it needs. */
export const tablePart = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;

export const tableOf = (name: string): string | undefined => /^tables\/([^/]+)\/\d+\.copy$/.exec(name)?.[1];

export const attachment = (objectKey: string): string => `attachments/${objectKey}`;

export function objectKeyOf(name: string): string | undefined {
  const objectKey = name.replace(/^attachments\//, '');
  return objectKey !== name && isObjectKey(objectKey) ? objectKey : undefined;
}

const mebibyte = 1024 ** 2;

/** How large a member can be. A part of a table may be a single row, of which PostgreSQL sends up to a gibibyte; all else is small. */
export const largestMember = (name: string): number => (tableOf(name) ? 1024 : 16) * mebibyte;

export const jsonMember = (name: string, value: unknown): Member => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** Goes over all members up to the table of contents. */
export function createDigest(): { add(member: Member): void; end(): string } {
  const hash = createHash('sha256');
  return {
    add({ name, bytes }) {
      hash.update(`${name}\n${bytes.length}\n`).update(bytes);
    },
    end: () => hash.digest('hex'),
  };
}
