import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { isDatabaseUnreachable, isOutOfSpace, isPoolExhausted } from '../../db/errors.ts';
import { isReadOnlyServer } from '../../db/servers.ts';
import type { IngestContext } from '../ingest/queue.ts';

/** The health check responds within three seconds, whatever the database does. */
const maxWaitMs = 2_500;

/** Reasons why reports or images cannot be stored; null if they can. */
interface StorageProblems {
  ofReports: string | null;
  ofImages: string | null;
}

/** Concurrent requests share one check. */
export function createHealthCheck(context: IngestContext): () => Promise<StorageProblems> {
  let asking: Promise<StorageProblems> | undefined;
  return () => {
    asking ??= findProblems(context).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

async function findProblems(context: IngestContext): Promise<StorageProblems> {
  const [ofReports, hasRoom] = await Promise.all([findReportProblem(context), context.storage.hasRoom()]);
  return { ofReports, ofImages: hasRoom ? null : 'No disk space left for images' };
}

/** Free space is probed by writing, and only after a report failed for lack of space. */
async function findReportProblem(context: IngestContext): Promise<string | null> {
  const { pools, poolParts, ingest, throttledLog } = context;
  if (poolParts.watch.areCommitsStalled()) return stalled;
  const isWriting = isOutOfSpace(ingest.lastFailure());
  const found = requireStorable(pools.following, isWriting).then(
    () => null,
    (error) => {
      throttledLog.warn('health check failed', error);
      return sentenceFor(error);
    },
  );
  return Promise.race([found, sleep(maxWaitMs, silent, { ref: false })]);
}

const silent = 'The database does not respond';
const stalled = 'Reports cannot be stored: commits wait for a synchronous standby';

function sentenceFor(error: unknown): string {
  if (isReadOnlyServer(error)) return 'The database is read-only';
  if (isPoolExhausted(error)) return 'All database connections are in use';
  if (isDatabaseUnreachable(error)) return silent;
  if (isOutOfSpace(error)) return 'Reports cannot be stored: the database has no disk space left';
  return 'Reports cannot be stored: the tables are locked';
}

const tables = sql.raw('key_windows, project_usage, bugs, activity, outbox');

/** A little more than PostgreSQL extends a file by at once. */
const probeRows = 2_000;

async function requireStorable(db: Database, isWriting: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '500ms'`.execute(trx);
    await sql`lock table ${tables} in row exclusive mode`.execute(trx);
    if (!isWriting) return;
    await sql`
      create temporary table room_for_reports on commit drop as
      select repeat('x', 500) from generate_series(1, ${sql.raw(String(probeRows))})`.execute(trx);
  });
}
