import { open } from 'node:fs/promises';

/** Calls fsync on a folder: a new name in it survives a power cut only once the folder itself is on disk too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
