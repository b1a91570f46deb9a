import { statfs } from 'node:fs/promises';
import { listBackups } from '../../backup/nightly.ts';
import type { Context } from '../../context.ts';
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts';
import { inBytes } from './sizes.ts';

/** One is written every night; the longest has 25 hours, and writing takes its time. */
const oldAfterMs = 30 * 60 * 60_000;

const whatToDo =
  'See the log and skep admin jobs. A node with another BACKUP_DIR may have written newer ones there.';

/** Whether there is a backup of last night, and room for the next. */
export async function checkBackups(context: Context): Promise<Finding[]> {
  const { backupDir } = context.config;
  if (backupDir === null) return [skipped('BACKUP_DIR is not set: this node writes no backups')];
  try {
    const newest = (await listBackups(context)).at(-1);
    if (!newest) return [warning(`There is no backup of this installation in ${backupDir}`, whatToDo)];
    const { bavail, bsize } = await statfs(backupDir);
    const found = `The newest backup in ${backupDir} is of ${newest.writtenAt.toISOString()} and has ${inBytes(newest.size)}`;
    const left = bavail * bsize;
    if (newest.writtenAt.getTime() < Date.now() - oldAfterMs) return [warning(found, whatToDo)];
    if (left < newest.size)
      return [warning(`${found}, but only ${inBytes(left)} are left there`, 'Make room for the next one.')];
    return [ok(`${found}; ${inBytes(left)} are left there`)];
  } catch (error) {
    return [problem(`${backupDir} cannot be used: ${reasonOf(error)}`, 'Check BACKUP_DIR.')];
  }
}
