import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { listBackups } from '../../../backup/nightly.ts';
import type { Context } from '../../../context.ts';
import type { Gauge } from '../../../metrics/registry.ts';
import { type Flows, selectFlows, selectSize } from './queries.ts';

/** Whoever asks for metrics waits no longer for the database. */
const patienceMs = 2_000;
/** However many ask, the database is asked no more often than this. */
const keptMs = 5_000;

/**
 * Adds what concerns the whole installation to the metrics. Every process tells the same, so the largest number counts. While
 * the database is away all else is still told.
 */
export function tellInstallation(context: Context): void {
  let kept: { at: number; gauges: Promise<Gauge[]> } | undefined;
  context.metrics.gauges(() => {
    const now = performance.now();
    if (!kept || now - kept.at > keptMs) kept = { at: now, gauges: readGauges(context) };
    return kept.gauges;
  });
}

async function readGauges(context: Context): Promise<Gauge[]> {
  const found = await Promise.race([
    askDatabase(context).catch(() => undefined),
    sleep(patienceMs, undefined, { ref: false }),
  ]);
  return [
    {
      name: 'skep_database_up',
      help: 'Whether the database answers and accepts writes: 1, or 0.',
      together: 'smallest',
      values: [{ value: found ? 1 : 0 }],
    },
    ...(found ? describe(found) : []),
    ...(await readDisk(context)),
  ];
}

interface Found {
  flows: Flows;
  bytes: number;
  /** Null where no backups are written. */
  backupAgeSeconds: number | null;
}

/** Asked on the pool for what must not wait behind requests. */
async function askDatabase(context: Context): Promise<Found> {
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

function describe({ flows: { given_up, ...flows }, bytes, backupAgeSeconds }: Found): Gauge[] {
  const each = Object.entries(flows);
  return [
    {
      name: 'skep_lag_seconds',
      help: 'For how long the oldest has been due that waits for the dispatcher, deliveries, index, counts, mail or jobs; 0 when nothing waits.',
      together: 'largest',
      values: each.map(([flow, { lag_seconds }]) => ({ labels: { flow }, value: lag_seconds })),
    },
    {
      name: 'skep_waiting',
      help: 'What is due and not yet done; 1000 stands for any number beyond.',
      together: 'largest',
      values: each.map(([flow, { waiting }]) => ({ labels: { flow }, value: waiting })),
    },
    {
      name: 'skep_jobs_given_up',
      help: 'Jobs that failed too often and wait for somebody to retry them.',
      together: 'largest',
      values: [{ value: given_up }],
    },
    {
      name: 'skep_database_size_bytes',
      help: 'Size of the database.',
      together: 'largest',
      values: [{ value: bytes }],
    },
    {
      name: 'skep_backup_age_seconds',
      help: 'Age of the newest backup in BACKUP_DIR; while there is none, of the process.',
      together: 'smallest',
      values: backupAgeSeconds === null ? [] : [{ value: backupAgeSeconds }],
    },
  ];
}

/** The disk of the data folder. Without a folder nothing is kept there. */
async function readDisk({ config }: Context): Promise<Gauge[]> {
  const disk = await statfs(config.dataDir).catch(() => undefined);
  if (!disk) return [];
  const gauge = (name: string, help: string, blocks: number): Gauge => ({
    name,
    help,
    together: 'largest',
    values: [{ value: blocks * disk.bsize }],
  });
  return [
    gauge('skep_data_disk_size_bytes', 'Size of the disk that DATA_DIR lies on.', disk.blocks),
    gauge('skep_data_disk_free_bytes', 'What is left of it.', disk.bavail),
  ];
}
