import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gauge } from 'prom-client';
import { listBackups } from '../../backup/nightly.ts';
import type { Context } from '../../context.ts';
import { selectFlows } from './overview.ts';

const maxWaitMs = 2_000;
/** The database is queried at most this often, however many clients read metrics. */
const keptMs = 5_000;

export function measureInstallation(context: Context): void {
  let kept: { at: number; done: Promise<unknown> } | undefined;
  context.metrics.onRead(() => {
    const now = performance.now();
    if (!kept || now - kept.at > keptMs) kept = { at: now, done: measure(context) };
    return kept.done;
  });
}

async function measure(context: Context): Promise<void> {
  const { metrics, pools, config } = context;
  const found = await Promise.race([
    selectFlows(pools.following).catch(() => undefined),
    sleep(maxWaitMs, undefined, { ref: false }),
  ]);
  metrics.databaseUp.set(found ? 1 : 0);
  setOrRemove(metrics.jobsGivenUp, found?.jobs_given_up);
  setOrRemove(metrics.databaseBytes, found?.bytes);
  metrics.lagSeconds.reset();
  metrics.waiting.reset();
  for (const [flow, { lag_seconds, waiting }] of Object.entries(found?.health ?? {})) {
    metrics.lagSeconds.set({ flow }, lag_seconds);
    metrics.waiting.set({ flow }, waiting);
  }
  setOrRemove(metrics.backupAgeSeconds, found && (await readBackupAge(context)));
  const disk = await statfs(config.dataDir).catch(() => undefined);
  setOrRemove(metrics.diskBytes, disk && disk.blocks * disk.bsize);
  setOrRemove(metrics.diskFreeBytes, disk && disk.bavail * disk.bsize);
}

/** Unknown values are left out, because 0 would be wrong. */
function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove();
  else gauge.set(value);
}

/** Without a backup, the age of the process: the first one is not overdue yet. */
async function readBackupAge(context: Context): Promise<number | null> {
  if (context.config.backupDir === null) return null;
  const backups = await listBackups(context).catch(() => []);
  const ages = backups.map(({ writtenAt }) => (Date.now() - writtenAt.getTime()) / 1_000);
  return backups.length > 0 ? Math.max(0, Math.min(...ages)) : process.uptime();
}
