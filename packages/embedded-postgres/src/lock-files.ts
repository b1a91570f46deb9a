import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from './failures.ts';
import { processExists, servesCluster } from './processes.ts';
import { socketName } from './socket-directory.ts';

const emptyFilePatience = 5000;

/**
 * Removes the server's lock files when the process that they name is not this cluster's server. PostgreSQL itself ignores
 * lock files of dead processes, but takes any living process for a server; after a restart of the container or machine the
 * process id may belong to another program.
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
  // A server without postmaster, as it is used for repairs, writes its process id as a negative number.
  const pid = Math.abs(Number.parseInt(text, 10));
  return pid > 0 && processExists(pid) && !(await servesCluster(pid, clusterDir));
}

/** A server fills its lock file at once; one that stays empty was left behind by a full disk or a power cut. */
async function isOld(file: string): Promise<boolean> {
  const made = await stat(file).catch(nullIfMissing);
  return made !== null && Date.now() - made.mtimeMs > emptyFilePatience;
}
