import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key that was made at the first start, or a new one. Processes that start together agree on one. */
export async function loadSecretKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret-key');
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const existing = await readFile(path, 'utf8').catch(() => null);
  if (existing) return existing.trim();
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  // A link appears whole or not at all, and only for the first who makes it.
  await link(draft, path).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(path, 'utf8')).trim();
}
