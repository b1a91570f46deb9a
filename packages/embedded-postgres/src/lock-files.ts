import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from './failures.ts';
import { processExists, servesCluster } from './processes.ts';
import { socketName } from './socket-directory.ts';

const emptyFilePatience = 5000;

/**
 * PostgreSQL ignores lock files of dead processes, but takes any living process for a server.
 * After a restart of the container or machine the number may belong to someone else.
 */
export async function removeStaleLockFiles(clusterDir: string, socketDir: string): Promise<void> {
  for (const file of [join(clusterDir, 'postmaster.pid'), join(socketDir, `${socketName}.lock`)]) {
    const text = await readFile(file, 'utf8').catch(nullIfMissing);
    if (text === null || !(await isStale(file, text, clusterDir))) continue;
    // Another start may have put its own file there in the meantime.
    if ((await readFile(file, 'utf8').catch(nullIfMissing)) === text) await rm(file, { force: true });
  }
}

async function isStale(file: string, text: string, clusterDir: string): Promise<boolean> {
  if (text === '') return isOld(file);
  // A server without postmaster, for repairs, notes its number as a negative one.
  const pid = Math.abs(Number.parseInt(text, 10));
  return pid > 0 && processExists(pid) && !(await servesCluster(pid, clusterDir));
}

// A server fills its lock file at once; an empty one is what a full disk or a power cut leaves behind.
async function isOld(file: string): Promise<boolean> {
  const made = await stat(file).catch(nullIfMissing);
  return made !== null && Date.now() - made.mtimeMs > emptyFilePatience;
}
