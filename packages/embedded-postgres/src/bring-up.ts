import { setTimeout as sleep } from 'node:timers/promises';
import { type Launched, launch, type Server } from './launch.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { failureWithLog, readLogFrom } from './server-log.ts';

/** Long enough for crash recovery and for the shutdown of a predecessor. */
export const patience = 120_000;

/** Finds the server that runs on the cluster, or starts one, and waits until it takes connections. */
export async function bringUp(server: Server): Promise<Postmaster> {
  const { layout } = server;
  const giveUpAt = Date.now() + patience;
  let launched: Launched | null = null;
  while (Date.now() < giveUpAt) {
    const postmaster = await findPostmaster(layout.clusterDir);
    if (postmaster?.ready) return postmaster;
    if (launched?.ending) {
      await throwUnlessContended(server, launched);
      launched = null;
      await sleep(250);
    } else if (!postmaster && !launched) {
      launched = await launch(server);
    }
    await sleep(25);
  }
  const output = await readLogFrom(layout, launched?.logStart ?? 0);
  throw failureWithLog(`PostgreSQL was not ready after ${patience / 1000} seconds.`, layout, output);
}

/**
 * Another start was faster, or the processes of a killed server have not all gone yet:
 * both pass, so the caller looks again.
 */
async function throwUnlessContended({ layout }: Server, { ending, logStart }: Launched): Promise<void> {
  const output = await readLogFrom(layout, logStart);
  if (/lock file .* (already exists|is empty)|pre-existing shared memory block/.test(output)) return;
  throw failureWithLog(`PostgreSQL did not start (${ending}).`, layout, output);
}
