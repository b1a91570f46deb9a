import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { signExpiringLink } from '../auth/signed-links.ts';
import { syncFolder, writeSynced } from '../durable-files.ts';
import { beginningOfQuarter, type ImageStore, readUrlLifetimeMs, staleAfterMs } from './storage.ts';

/** Keeps images as files in one folder. URLs are signed by this service, which also answers them. */
export interface LocalStorage extends ImageStore {
  kind: 'local';
  /** Writes the bytes to a temporary file and to disk (fsync); they are no image yet. */
  draft(bytes: Buffer): Promise<Draft>;
  /** Undefined when there is no such image. */
  open(objectKey: string): Promise<FileHandle | undefined>;
}

export interface Draft {
  /** Makes it the image of this key by an atomic rename: after a crash the image is there as a whole, or not at all. */
  keep(objectKey: string): Promise<void>;
  discard(): Promise<void>;
}

export function createLocalStorage(folder: string, baseUrl: string, secretKey: string): LocalStorage {
  const drafts = join(folder, 'drafts');
  const address = (path: string, purpose: string, id: number, expiresAt: Date) =>
    `${baseUrl}/api/v1/${path}/${signExpiringLink(secretKey, purpose, id, expiresAt)}`;

  return {
    kind: 'local',
    uploadUrl: async ({ id, expires_at }) => address('uploads', 'upload', id, expires_at),
    readUrl: async ({ id }, lifetimeMs = readUrlLifetimeMs) =>
      address('attachments', 'attachment', id, new Date(beginningOfQuarter().getTime() + lifetimeMs)),

    async draft(bytes) {
      await mkdir(drafts, { recursive: true, mode: 0o700 });
      const path = join(drafts, randomUUID());
      try {
        await writeSynced(path, bytes);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return {
        async keep(objectKey) {
          await rename(path, join(folder, objectKey));
          await syncFolder(folder);
        },
        discard: () => rm(path, { force: true }),
      };
    },

    open: (objectKey) => open(join(folder, objectKey)).catch(undefinedIfMissing),
    remove: (objectKey) => rm(join(folder, objectKey), { force: true }),

    async removeStaleUploads() {
      const names = (await readdir(drafts).catch(undefinedIfMissing)) ?? [];
      for (const name of names) {
        const file = await stat(join(drafts, name)).catch(undefinedIfMissing);
        if (file && file.mtimeMs < Date.now() - staleAfterMs) await rm(join(drafts, name), { force: true });
      }
    },
  };
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
