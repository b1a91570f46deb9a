import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { signExpiringLink } from '../auth/signed-links.ts';
import { isOutOfSpace } from '../db/errors.ts';
import { removeStaleFiles, syncFolder, undefinedIfMissing, writeSynced } from '../durable-files.ts';
import { beginningOfQuarter, type ImageStore, readUrlLifetimeMs, requireObjectKey } from './storage.ts';

/** Stores images as files. The service signs and serves the URLs. */
export interface LocalStorage extends ImageStore {
  kind: 'local';
  /** Writes and syncs a temporary file. */
  draft(bytes: Buffer): Promise<Draft>;
  open(objectKey: string): Promise<FileHandle | undefined>;
}

export interface Draft {
  /** Atomic rename: after a crash the image exists completely or not at all. */
  keep(objectKey: string): Promise<void>;
  discard(): Promise<void>;
}

export function createLocalStorage(folder: string, baseUrl: string, secretKey: string): LocalStorage {
  const drafts = join(folder, 'drafts');
  const placeOf = (objectKey: string) => join(folder, requireObjectKey(objectKey));
  const address = (path: string, purpose: string, id: number, expiresAt: Date) =>
    `${baseUrl}/api/v1/${path}/${signExpiringLink(secretKey, purpose, id, expiresAt)}`;

  /** Set if the last write failed for lack of space. Only then is free space probed. */
  let isFull = false;

  async function write(bytes: Buffer): Promise<string> {
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    const path = join(drafts, randomUUID());
    try {
      await writeSynced(path, bytes);
      isFull = false;
      return path;
    } catch (error) {
      isFull = isOutOfSpace(error);
      await rm(path, { force: true });
      throw error;
    }
  }

  async function draft(bytes: Buffer): Promise<Draft> {
    const path = await write(bytes);
    return {
      async keep(objectKey) {
        await rename(path, placeOf(objectKey));
        await syncFolder(folder);
      },
      discard: () => rm(path, { force: true }),
    };
  }

  return {
    kind: 'local',
    uploadUrl: async ({ id, expires_at }) => address('uploads', 'upload', id, expires_at),
    readUrl: async ({ id }, lifetimeMs = readUrlLifetimeMs) =>
      address('attachments', 'attachment', id, new Date(beginningOfQuarter().getTime() + lifetimeMs)),

    draft,

    open: async (objectKey) => open(placeOf(objectKey)).catch(undefinedIfMissing),
    read: async (objectKey) => readFile(placeOf(objectKey)).catch(undefinedIfMissing),

    async keep(objectKey, bytes) {
      const existing = await stat(placeOf(objectKey)).catch(undefinedIfMissing);
      if (existing?.size === bytes.length) return false;
      await (await draft(bytes)).keep(objectKey);
      return true;
    },

    remove: async (objectKey) => rm(placeOf(objectKey), { force: true }),

    async hasRoom() {
      if (!isFull) return true;
      const path = await write(Buffer.alloc(trialBytes)).catch(() => undefined);
      if (path) await rm(path, { force: true });
      return path !== undefined;
    },

    removeStaleUploads: () => removeStaleFiles(drafts),
  };
}

const trialBytes = 1024 * 1024;
