import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { listBackups } from '../../backup/nightly.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/connection.ts';
import { selectValue } from '../../db/sql.ts';
import { getOverview } from '../../features/operator/overview.ts';
import { compact, type Finding, inBytes, ok, problem, reasonOf, skipped, warning } from './finding.ts';

const little = 1024 ** 3;
const tooLittle = 200 * 1024 ** 2;

/** Checks each disk once. */
export async function checkDisk({ dataDir, databaseUrl, s3 }: Config): Promise<Finding[]> {
  const folders = [dataDir, join(dataDir, 'attachments'), join(dataDir, 'postgres')];
  const findings: Finding[] = [];
  const seen = new Set<number>();
  for (const folder of folders) {
    const place = await stat(folder).catch(() => null);
    if (!place || seen.has(place.dev)) continue;
    seen.add(place.dev);
    findings.push(await checkFolder(folder));
  }
  const nothing =
    databaseUrl && s3
      ? ok(`Nothing is stored in ${dataDir}`)
      : warning(`${dataDir} does not exist`, 'The first start creates it. Otherwise check DATA_DIR.');
  return compact(
    ...(findings.length > 0 ? findings : [nothing]),
    databaseUrl !== null && skipped('The disk of the PostgreSQL server cannot be checked from here'),
  );
}

async function checkFolder(folder: string): Promise<Finding> {
  try {
    const { bavail, bsize, blocks, ffree, files } = await statfs(folder);
    const left = bavail * bsize;
    const found = `${inBytes(left)} of ${inBytes(blocks * bsize)} free for ${folder}`;
    if (left < tooLittle)
      return problem(found, 'Free disk space now: reports are rejected when the disk is full.');
    if (files > 0 && ffree / files < 0.02)
      return warning(`${folder} is almost out of inodes`, 'Use a file system with more inodes.');
    if (left < little) return warning(found, 'Free disk space or move DATA_DIR to a larger disk.');
    await access(folder, constants.W_OK);
    return ok(found);
  } catch (error) {
    return problem(
      `${folder} is not usable: ${reasonOf(error)}`,
      'Run this command as the user who runs Skep.',
    );
  }
}

const littleMs = 3_000;
const muchMs = 60_000;
const howTo = 'Synchronize both clocks with NTP: limits, tokens and signed URLs depend on it.';

export async function checkDatabaseClock(db: Database): Promise<Finding> {
  // The first statement opens the connection; the second one is timed.
  await readServerTime(db);
  const before = Date.now();
  return compareClocks('the database', await readServerTime(db), before);
}

/** Unix time in milliseconds. */
const readServerTime = (db: Database) =>
  selectValue(db, sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`);

/** A Date header has a resolution of one second. */
export function checkDateHeader(answer: Response, before: number): Finding[] {
  const time = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(time) ? [] : [compareClocks(new URL(answer.url).host, time + 500, before, 500)];
}

/** The other clock was read between `before` and now, with a resolution of `stepMs`. */
function compareClocks(name: string, time: number, before: number, stepMs = 0): Finding {
  const after = Date.now();
  const aheadMs = time - (before + after) / 2;
  const off = Math.max(Math.abs(aheadMs) - (after - before) / 2 - stepMs, 0);
  if (off < littleMs) return ok(`The clocks of this machine and ${name} agree`);
  const seconds = Math.round(off / 1000);
  const found = `The clock of ${name} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  return off < muchMs ? warning(found, howTo) : problem(found, howTo);
}

/** Backups run nightly: up to 25 hours apart, plus the time to write one. */
const oldAfterMs = 30 * 60 * 60_000;

const whatToDo = 'See the log and skep admin jobs. Another node may write backups to its own BACKUP_DIR.';

export async function checkBackups(context: Context): Promise<Finding[]> {
  const { backupDir } = context.config;
  if (backupDir === null) return [skipped('BACKUP_DIR is not set: this node writes no backups')];
  try {
    const newest = (await listBackups(context)).at(-1);
    if (!newest) return [warning(`No backup of this installation in ${backupDir}`, whatToDo)];
    const { bavail, bsize } = await statfs(backupDir);
    const found = `The newest backup in ${backupDir} is from ${newest.writtenAt.toISOString()}, ${inBytes(newest.size)}`;
    const left = bavail * bsize;
    if (newest.writtenAt.getTime() < Date.now() - oldAfterMs) return [warning(found, whatToDo)];
    if (left < newest.size)
      return [warning(`${found}, but only ${inBytes(left)} free`, 'Free disk space for the next backup.')];
    return [ok(`${found}; ${inBytes(left)} free`)];
  } catch (error) {
    return [problem(`${backupDir} is not usable: ${reasonOf(error)}`, 'Check BACKUP_DIR.')];
  }
}

export async function checkWork(context: Context, isRunning: boolean): Promise<Finding[]> {
  const { health, jobs_given_up } = await getOverview(context);
  const late = Object.entries(health).filter(([, { is_late }]) => is_late);
  const findings = compact(
    ...late.map(([name, { waiting, lag_seconds }]) =>
      warning(
        `${name}: ${waiting} waiting, the oldest for ${lag_seconds} s`,
        isRunning ? 'See the log of the service.' : 'Start the service: it is not running here.',
      ),
    ),
    jobs_given_up > 0 &&
      warning(
        `${jobs_given_up} failed jobs need attention`,
        'List them with skep admin jobs, then use retry-job or discard-job.',
      ),
  );
  return findings.length > 0 ? findings : [ok('No background work is late, no failed jobs')];
}
