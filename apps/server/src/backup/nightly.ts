import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addJob } from '../background/jobs/queue.ts';
import type { Context } from '../context.ts';
import { selectBirth } from './queries/snapshot.ts';
import { writeBackup } from './write.ts';

/** By the machine's clock. */
const hour = 3;

export function secondsUntilNight(): number {
  const now = new Date();
  const night = new Date(now);
  night.setHours(hour, 0, 0, 0);
  if (night <= now) night.setDate(night.getDate() + 1);
  return (night.getTime() - now.getTime()) / 1000;
}

export async function askForBackup({ pools }: Context): Promise<void> {
  await addJob(pools.main, 'write-backup', {}, { uniqueKey: 'write-backup' });
}

/** Writes tonight's backup, and then removes the oldest of those that this installation has written in other nights. */
export async function backUpTonight(context: Context, stopping: AbortSignal): Promise<void> {
  const { config, log } = context;
  const folder = config.backupDir ?? '';
  const prefix = `skep-${await nameInstallation(context)}-`;
  const path = join(folder, `${prefix}${formatTime(new Date())}.tar.gz`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeDrafts(folder, prefix);
    const { rows, attachments } = await writeBackup(context, path, stopping);
    log.info({ path, tables: Object.keys(rows).length, attachments }, 'wrote a backup');
    await removeOld(folder, prefix, config.backupKeep);
  } catch (error) {
    // The service stops: the next one, or another node, goes on.
    if (stopping.aborted) return askForBackup(context);
    throw new Error(`No backup was written to BACKUP_DIR (${folder}): ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Tells the files of installations apart that share a folder. It stays the same when the installation is moved by a backup. */
async function nameInstallation({ pools }: Context): Promise<string> {
  const birth = await selectBirth(pools.main);
  return createHash('sha256').update(birth).digest('hex').slice(0, 8);
}

const formatTime = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '');

/** Names are compared as a whole: no file is touched that was not written here. */
const isBackup = (name: string, prefix: string) =>
  name.startsWith(prefix) && /^\d{8}T\d{6}Z\.tar\.gz$/.test(name.slice(prefix.length));
const isDraft = (name: string, prefix: string) =>
  name.startsWith(prefix) && /^\d{8}T\d{6}Z\.tar\.gz\.[0-9a-f-]{36}\.part$/.test(name.slice(prefix.length));

async function removeOld(folder: string, prefix: string, kept: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => isBackup(name, prefix)).sort();
  for (const name of names.slice(0, -kept)) await rm(join(folder, name));
}

/** Nobody writes on a file that has not changed for so long. */
const staleAfterMs = 60 * 60_000;

/** What a process has left behind that was killed while it wrote. */
async function removeDrafts(folder: string, prefix: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((name) => isDraft(name, prefix))) {
    const draft = join(folder, name);
    const { mtimeMs } = await stat(draft);
    if (mtimeMs < Date.now() - staleAfterMs) await rm(draft, { force: true });
  }
}
