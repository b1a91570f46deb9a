import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addJob } from '../background/queue.ts';
import type { Context } from '../context.ts';
import { selectInstalledAt } from './tables.ts';
import { writeBackup } from './write.ts';

const hour = 3;

export function secondsUntilNight(): number {
  const now = new Date();
  const night = new Date(now);
  night.setHours(hour, 0, 0, 0);
  if (night <= now) night.setDate(night.getDate() + 1);
  return (night.getTime() - now.getTime()) / 1000;
}

export async function enqueueBackup({ pools }: Context): Promise<void> {
  await addJob(pools.main, 'write-backup', {}, { uniqueKey: 'write-backup' });
}

export async function writeNightlyBackup(context: Context, stopping: AbortSignal): Promise<void> {
  const { config, log } = context;
  const folder = config.backupDir ?? '';
  const name = `${await backupPrefix(context)}${formatTime(new Date())}.tar.gz`;
  const path = join(folder, name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { rows, attachments, missing_attachments: missing } = await writeBackup(context, path, stopping);
    log.info({ path, tables: Object.keys(rows).length, attachments }, 'backup written');
    if (missing > 0) log.warn({ path, missing }, 'images missing in backup');
  } catch (error) {
    // On shutdown, the next start or another node continues.
    if (stopping.aborted) return enqueueBackup(context);
    throw new Error(`Cannot write a backup to BACKUP_DIR (${folder}): ${(error as Error).message}`, {
      cause: error,
    });
  }
  // The backup is complete. A retry of the job would only write another one.
  await removeOld(context, name).catch((err) => log.error({ err, path }, 'cannot remove old backups'));
}

/** Ignores backups with a later timestamp, written while the clock was wrong. */
async function removeOld(context: Context, newest: string): Promise<void> {
  const backups = (await listBackups(context)).filter(({ name }) => name <= newest);
  for (const { path } of backups.slice(0, -context.config.backupKeep)) await rm(path);
}

/** Lists the backups of this installation, oldest first. Other files are ignored. */
export async function listBackups(context: Context) {
  const folder = context.config.backupDir ?? '';
  const prefix = await backupPrefix(context);
  const isOurs = (name: string) =>
    name.startsWith(prefix) && /^\d{8}T\d{6}Z\.tar\.gz$/.test(name.slice(prefix.length));
  const names = (await readdir(folder)).filter(isOurs).sort();
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { size, mtime } = await stat(path);
      return { name, path, size, writtenAt: mtime };
    }),
  );
}

/** Unique per installation, so that a restored copy does not remove the original's backups. */
async function backupPrefix({ pools }: Context): Promise<string> {
  const birth = await selectInstalledAt(pools.main);
  return `skep-${createHash('sha256').update(birth).digest('hex').slice(0, 8)}-`;
}

const formatTime = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '');
