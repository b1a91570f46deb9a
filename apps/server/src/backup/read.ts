import { StartError } from '../start-error.ts';
import { readArchive } from './file.ts';
import {
  type Contents,
  createDigest,
  formatVersion,
  type Manifest,
  names,
  objectKeyOf,
  tableOf,
} from './format.ts';
import type { Member } from './tar.ts';

/** What is in a backup, told piece by piece in the order of the file. */
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

/** Reads all of a backup, and throws a sentence when it is not whole, or is not one that this version can read. */
export async function readBackup(path: string, visitor: Visitor = {}): Promise<Backup> {
  const digest = createDigest();
  let manifest: Manifest | undefined;
  let contents: Contents | undefined;
  for await (const member of readArchive(path)) {
    if (contents) throw damaged(path, 'something follows its end');
    if (!manifest) {
      manifest = readManifest(path, member);
      await visitor.manifest?.(manifest);
    }
    if (member.name === names.contents) contents = readContents(path, member, digest.end());
    else {
      digest.add(member);
      await visit(path, visitor, member);
    }
  }
  if (!manifest || !contents) throw damaged(path, 'it is cut off');
  return { manifest, contents };
}

async function visit(path: string, visitor: Visitor, { name, bytes }: Member): Promise<void> {
  const [table, objectKey] = [tableOf(name), objectKeyOf(name)];
  if (table) await visitor.rows?.(table, bytes);
  else if (objectKey) await visitor.image?.(objectKey, bytes);
  else if (name === names.secretKey) await visitor.secretKey?.(bytes.toString().trim());
  else if (name !== names.manifest) throw damaged(path, `nobody knows what "${name}" in it is`);
}

function readManifest(path: string, { name, bytes }: Member): Manifest {
  if (name !== names.manifest) throw damaged(path, 'it does not begin as one');
  const manifest = parse<Manifest>(path, bytes);
  if (manifest.format > formatVersion) throw new StartError(madeByNewer(path, manifest));
  return manifest;
}

function readContents(path: string, { bytes }: Member, sha256: string): Contents {
  const contents = parse<Contents>(path, bytes);
  if (contents.sha256 !== sha256) throw damaged(path, 'what is in it was changed (SHA-256)');
  return contents;
}

function parse<T>(path: string, bytes: Buffer): T {
  try {
    return JSON.parse(bytes.toString()) as T;
  } catch {
    throw damaged(path, 'its description cannot be read');
  }
}

const damaged = (path: string, why: string) => new StartError(`${path} is no whole backup of Skep: ${why}.`);

export const madeByNewer = (path: string, { skep }: Manifest): string =>
  `${path} was made by a newer version of Skep (${skep}). Restore it with that version, or one that is newer still.`;
