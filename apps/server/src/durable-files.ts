import { open } from 'node:fs/promises';

export { syncFolder } from '@skep/embedded-postgres/durable-files';

/** Writes a new file that only our user can read, and returns when it is on disk (fsync). */
export async function writeSynced(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
