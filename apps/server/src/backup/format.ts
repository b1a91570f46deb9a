import { createHash } from 'node:crypto';
import type { Member } from './tar.ts';

/** Raised when older versions of Skep could not read what is written. */
export const formatVersion = 1;

/** The first member: what the file is, and what is in it. */
export interface Manifest {
  format: number;
  skep: string;
  postgres: string;
  made_at: string;
  /** What the tables were made by, in order. */
  migrations: string[];
  tables: { name: string; columns: string[] }[];
  /** How far each sequence had come; null when nothing was taken from it. */
  sequences: { name: string; last_value: number | null }[];
  /** Tells whether a key is the one that the service signed with, and nothing else about it. */
  secret_key: KeyPrint;
}

export interface KeyPrint {
  salt: string;
  hash: string;
}

/** The last member: without it the file was cut off, and when it does not fit what came before, the file was changed. */
export interface Contents {
  /** How many rows each table has. */
  rows: Record<string, number>;
  attachments: number;
  /** Images that were gone when their turn came. */
  missing_attachments: number;
  /** Over names, lengths and bytes of all members before. */
  sha256: string;
}

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

/** Keys are made by the service, and lead nowhere but into the store's own folder. */
export const objectKeyOf = (name: string): string | undefined =>
  /^attachments\/([0-9a-f-]{36}\.\w{1,8})$/.exec(name)?.[1];

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
