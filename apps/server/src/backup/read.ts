import { createHash } from 'node:crypto';
import { Ajv } from 'ajv';
import type { TSchema } from 'typebox';
import { oneLine, quoteName } from '../mail/untrusted-text.ts';
import { isSecretKey } from '../secret-key.ts';
import { StartError } from '../start-error.ts';
import {
  addToDigest,
  Contents,
  damaged,
  formatVersion,
  Manifest,
  type Member,
  names,
  objectKeyOf,
  readArchive,
  tableOf,
} from './archive.ts';
import { isSameKey } from './keys.ts';

export interface Visitor {
  manifest?(manifest: Manifest): Promise<void>;
  secretKey?(key: string): Promise<void>;
  rows?(table: string, bytes: Buffer): Promise<void>;
  image?(objectKey: string, bytes: Buffer): Promise<void>;
}

export interface Backup {
  manifest: Manifest;
  contents: Contents;
}

export async function readBackup(path: string, visitor: Visitor = {}): Promise<Backup> {
  const hash = createHash('sha256');
  let manifest: Manifest | undefined;
  let contents: Contents | undefined;
  for await (const member of readArchive(path)) {
    if (contents) throw damaged(path, 'it has data after its end');
    if (!manifest) {
      manifest = readManifest(path, member);
      await visitor.manifest?.(manifest);
    }
    if (member.name === names.contents) contents = readContents(path, member, hash.digest('hex'));
    else {
      addToDigest(hash, member);
      await visit(path, visitor, manifest, member);
    }
  }
  if (!manifest || !contents) throw damaged(path, 'it is truncated');
  return { manifest, contents };
}

async function visit(
  path: string,
  visitor: Visitor,
  manifest: Manifest,
  { name, bytes }: Member,
): Promise<void> {
  const [table, objectKey] = [tableOf(name), objectKeyOf(name)];
  if (table) await visitor.rows?.(table, bytes);
  else if (objectKey) await visitor.image?.(objectKey, bytes);
  else if (name === names.secretKey) {
    const key = readKey(path, manifest, bytes);
    await visitor.secretKey?.(key);
  } else if (name !== names.manifest) throw damaged(path, `it has an unknown member ${quoteName(name)}`);
}

function readManifest(path: string, { name, bytes }: Member): Manifest {
  if (name !== names.manifest) throw damaged(path, 'it has no manifest');
  const manifest = parse(path, bytes) as Manifest | null;
  // A newer format may have a different shape.
  if (Number(manifest?.format) > formatVersion) throw madeByNewer(path, manifest);
  return requireShape(path, Manifest, manifest);
}

/** A wrong key would prevent the start or invalidate all tokens. */
function readKey(path: string, { secret_key }: Manifest, bytes: Buffer): string {
  const key = bytes.toString().trim();
  if (isSecretKey(key) && isSameKey(key, secret_key)) return key;
  throw damaged(path, 'its key does not match the manifest');
}

function readContents(path: string, { bytes }: Member, sha256: string): Contents {
  const contents = requireShape<Contents>(path, Contents, parse(path, bytes));
  if (contents.sha256 !== sha256) throw damaged(path, 'its checksum does not match (SHA-256)');
  return contents;
}

function parse(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw damaged(path, misread);
  }
}

function requireShape<T>(path: string, schema: TSchema, value: unknown): T {
  if (new Ajv({ strict: false }).validate(schema, value)) return value as T;
  throw damaged(path, misread);
}

const misread = 'its manifest is invalid';

export const madeByNewer = (path: string, manifest: Manifest | null): StartError =>
  new StartError(
    `${path} was created by a newer version of Skep (${oneLine(String(manifest?.skep), 40)}). Restore it with that version or a later one.`,
  );
