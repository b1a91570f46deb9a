import { setTimeout as sleep } from 'node:timers/promises';
import { type Launched, launchPostmaster, type ServerParts } from './launch.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { failureWithLog, readLogFrom } from './server-log.ts';

/** How long a start may take: long enough for crash recovery and for the shutdown of a predecessor. */
export const startTimeoutMs = 120_000;

/** Finds the server that runs on the cluster, or starts one, and waits until it takes connections. */
export async function bringUp(server: ServerParts): Promise<Postmaster> {
  const { layout } = server;
  const giveUpAt = performance.now() + startTimeoutMs;
  let launched: Launched | null = null;
  while (performance.now() < giveUpAt) {
    const postmaster = await findPostmaster(layout.clusterDir);
    if (postmaster?.ready) return postmaster;
    if (launched?.ending) {
      await throwUnlessContended(server, launched);
      launched = null;
      await sleep(250);
    } else if (!postmaster && !launched) {
      launched = await launchPostmaster(server);
    }
    await sleep(25);
  }
  const output = await readLogFrom(layout, launched?.logStart ?? 0);
  throw failureWithLog(`PostgreSQL was not ready after ${startTimeoutMs / 1000} seconds.`, layout, output);
}

/**
 * Throws why the server ended, unless another start was faster, or processes of a killed server still run. Both are
 * transient, so the caller tries again.
 */
async function throwUnlessContended({ layout }: ServerParts, { ending, logStart }: Launched): Promise<void> {
  const output = await readLogFrom(layout, logStart);
  if (/lock file .* (already exists|is empty)|pre-existing shared memory block/.test(output)) return;
  throw failureWithLog(`PostgreSQL did not start (${ending}).`, layout, output);
}
