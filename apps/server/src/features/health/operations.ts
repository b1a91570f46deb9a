import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnreachable, isOutOfSpace, isPoolExhausted } from '../../db/errors.ts';
import { isReadOnlyServer } from '../../db/servers.ts';
import type { IngestContext } from '../ingest/queue.ts';
import { demandStorable } from './queries.ts';

/** An answer of the health check comes within three seconds, whatever the database does. */
const patienceMs = 2_500;

/** What keeps the service from doing its work, in a sentence; null where nothing does. */
export interface Troubles {
  /** Why no report can be stored. */
  ofReports: string | null;
  /** Why no image can be stored. */
  ofImages: string | null;
}

export type FindTroubles = () => Promise<Troubles>;

/**
 * Checks by request coalescing ("single flight"): everybody who asks while a check is under way shares its answer, so there
 * is never more than one, however many ask.
 */
export function createHealthCheck(context: IngestContext): FindTroubles {
  let asking: Promise<Troubles> | undefined;
  return () => {
    asking ??= findTroubles(context).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

async function findTroubles(context: IngestContext): Promise<Troubles> {
  const [ofReports, hasRoom] = await Promise.all([troubleOfReports(context), context.storage.hasRoom()]);
  return { ofReports, ofImages: hasRoom ? null : 'There is no space left for images' };
}

/**
 * Asks on the pool `following`, whose connections are never all taken by the requests of users. Whether there is room for
 * reports is tried out only after one could not be stored for want of it: that writes.
 */
async function troubleOfReports(context: IngestContext): Promise<string | null> {
  const { pools, poolParts, ingest, seldom } = context;
  if (poolParts.watch.areCommitsStalled()) return stalled;
  const isWriting = isOutOfSpace(ingest.lastTrouble());
  const found = demandStorable(pools.following, isWriting).then(
    () => null,
    (error) => {
      seldom.warn('health check failed', error);
      return sentenceFor(error);
    },
  );
  return Promise.race([found, sleep(patienceMs, silent, { ref: false })]);
}

const silent = 'The database does not answer';
const stalled = 'Reports cannot be stored: commits wait for a synchronous standby that does not answer';

function sentenceFor(error: unknown): string {
  if (isReadOnlyServer(error)) return 'The database is read-only';
  if (isPoolExhausted(error)) return 'All connections to the database are in use';
  if (isDatabaseUnreachable(error)) return silent;
  if (isOutOfSpace(error)) return 'Reports cannot be stored: the database has no space left';
  return 'Reports cannot be stored: the database keeps what they need locked';
}
