import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gauge } from 'prom-client';
import { listBackups } from '../../backup/nightly.ts';
import type { Context } from '../../context.ts';
import { selectFlows, selectSize } from './overview.ts';

/** Whoever asks for metrics waits no longer for the database. */
const patienceMs = 2_000;
/** However many ask, the database is asked no more often than this. */
const keptMs = 5_000;

/**
 * Adds what concerns the whole installation to the metrics. Every process tells the same. While the database is away all else
 * is still told.
 */
export function tellInstallation(context: Context): void {
  let kept: { at: number; done: Promise<unknown> } | undefined;
  context.metrics.onRead(() => {
    const now = performance.now();
    if (!kept || now - kept.at > keptMs) kept = { at: now, done: measure(context) };
    return kept.done;
  });
}

async function measure(context: Context): Promise<void> {
  const found = await Promise.race([
    askDatabase(context).catch(() => undefined),
    sleep(patienceMs, undefined, { ref: false }),
  ]);
  const { metrics } = context;
  metrics.databaseUp.set(found ? 1 : 0);
  setOrRemove(metrics.jobsGivenUp, found?.flows.given_up);
  setOrRemove(metrics.databaseBytes, found?.bytes);
  setOrRemove(metrics.backupAgeSeconds, found?.backupAgeSeconds);
  metrics.lagSeconds.reset();
  metrics.waiting.reset();
  const { given_up: _, ...flows } = found?.flows ?? { given_up: 0 };
  for (const [flow, { lag_seconds, waiting }] of Object.entries(flows)) {
    metrics.lagSeconds.set({ flow }, lag_seconds);
    metrics.waiting.set({ flow }, waiting);
  }
  // The disk of the data folder. Without a folder nothing is kept there.
  const disk = await statfs(context.config.dataDir).catch(() => undefined);
  setOrRemove(metrics.diskBytes, disk && disk.blocks * disk.bsize);
  setOrRemove(metrics.diskFreeBytes, disk && disk.bavail * disk.bsize);
}

/** What is not known is not told, not even as 0. */
function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove();
  else gauge.set(value);
}

/** Asked on the pool for what must not wait behind requests. */
async function askDatabase(context: Context) {
  const { following } = context.pools;
  return {
    flows: await selectFlows(following),
    bytes: await selectSize(following),
    backupAgeSeconds: await readBackupAge(context),
  };
}

/** While there is no backup, this is the age of the process: the first one is not late yet. */
async function readBackupAge(context: Context): Promise<number | null> {
  if (context.config.backupDir === null) return null;
  const backups = await listBackups(context).catch(() => []);
  const ages = backups.map(({ writtenAt }) => (Date.now() - writtenAt.getTime()) / 1_000);
  return backups.length > 0 ? Math.max(0, Math.min(...ages)) : process.uptime();
}
