import type { Context, PoolParts } from '../../context.ts';
import { createPool, type PoolClient } from '../../db/connection.ts';
import { patience } from '../../db/patience.ts';
import { CommitsStalled, isDatabaseTrouble } from '../../db/unreachable.ts';
import { lockedByOthers, unavailable } from '../../errors.ts';
import { type Blocks, createBlocks } from '../../limits/blocks.ts';
import { currentSpan, nobody, onBehalfOf } from '../../tracing/cause.ts';
import type { Tracer } from '../../tracing/tracer.ts';
import type { ApiKeyCache } from '../api-key-cache/api-key-cache.ts';
import type { SentReport } from './same-report.ts';
import { countReports, type Tally } from './tally.ts';
import { type PendingRequest, rejectAll, type WrittenBatch, writeBatch } from './writing.ts';

/** The context that the operations of ingest need. */
export interface IngestContext extends Context {
  apiKeys: ApiKeyCache;
  ingest: IngestQueue;
}

/** A request to `POST /bugs` in the form that the statement for a batch takes. */
export interface IngestRequest {
  windowKey: string;
  projectId: number;
  /** What is to be done if the key has not used up its minute: see the statement. */
  wish: 'store' | 'block' | 'count';
  /** The members of the JSON object that the statement reads, without the braces around them. */
  fields: string;
  /** How many characters the body of the request has: they stay in memory until it is answered. */
  bodySize: number;
}

/** What the database made of a request. */
export interface IngestResult {
  /** The id of the report, if the request had one to store or to drop. */
  id: number;
  /** Milliseconds until the key's minute is over; null when the request was admitted. */
  waitMs: number | null;
  createdAt: Date;
  /** For a repeat with the same Idempotency-Key: the report that came first. Then nothing was stored or dropped. */
  first?: FirstReport;
}

export interface FirstReport extends SentReport {
  bugId: number;
  createdAt: Date;
}

/** Group commit: requests that arrive while a batch is being written make up the next batch, and are written together. */
export interface IngestQueue {
  /** Throws a 503 when a report that came now would be refused: then its body need not even be read. */
  demandRoom(projectId: number): void;
  /** Resolves when the request has been committed; throws a 503 when too much is waiting already. */
  push(request: IngestRequest): Promise<IngestResult>;
  /** The keys that are known to have sent as many requests as they may in this minute. */
  blocks: Blocks;
  /** What kept the last batch from being stored; undefined when it was stored. */
  lastTrouble(): unknown;
  stop(): Promise<void>;
}

/**
 * A batch takes at most half of the requests that are under way, once they are more than a few. While the database writes
 * one half, this process answers the other and reads new requests; if one batch took them all, the database and this
 * process would take turns, and each would wait for the other.
 */
const fewRows = 16;
const mostRows = 250;
const mostCharacters = 4 * 1024 * 1024;

/** Load shedding: beyond any of these the answer is 503, so that what waits is bounded in number, in memory and in time. */
const backlogLimits = { rows: 10_000, characters: 32 * 1024 * 1024, ageMs: 1_800 };

/** Every batch runs the prepared statement with its generic plan: to plan it anew would take longer than to run it. */
const planSettings = '-c plan_cache_mode=force_generic_plan';
const statementMs = 10_000;

/** A project whose rows others keep locked is not asked for again for so long, so that other projects need not wait for it. */
const stuckMs = 1_000;

export function createIngestQueue(databaseUrl: string, parts: PoolParts): IngestQueue {
  const { metrics, tracer, watch } = parts;
  const pool = createPool(databaseUrl, {
    ...parts,
    name: 'ingest',
    max: 2,
    options: planSettings,
    statementMs,
    lockMs: patience.batchLockMs,
  });
  const stuck = createBlocks();
  let trouble: unknown;
  let waiting: PendingRequest[] = [];
  let waitingCharacters = 0;
  let isWriting = false;
  let rowsAtOnce = fewRows;

  const isOld = ({ since }: PendingRequest) => performance.now() - since > backlogLimits.ageMs;

  const news = {
    onStuck: (projectId: number) => stuck.remember(String(projectId), stuckMs),
    onWritten: (tally: Tally) => countReports(metrics, tally),
  };
  metrics.onRead(() => {
    metrics.queueRequests.set(waiting.length);
    metrics.queueAgeSeconds.set(waiting[0] ? (performance.now() - waiting[0].since) / 1_000 : 0);
  });

  function isOverloaded(): boolean {
    const [oldest] = waiting;
    return (
      waiting.length >= backlogLimits.rows ||
      waitingCharacters >= backlogLimits.characters ||
      (oldest !== undefined && isOld(oldest))
    );
  }

  function takeBatch(): PendingRequest[] {
    const old = waiting.findIndex((pending) => !isOld(pending));
    rejectAll(take(old === -1 ? waiting.length : old), tooMany());
    let size = 0;
    let characters = 0;
    for (const { request } of waiting) {
      if (size >= rowsAtOnce || (size > 0 && characters + request.fields.length > mostCharacters)) break;
      size++;
      characters += request.fields.length;
    }
    return take(size);
  }

  function take(size: number): PendingRequest[] {
    const taken = waiting.slice(0, size);
    waiting = waiting.slice(size);
    for (const { request } of taken) waitingCharacters -= weightOf(request);
    return taken;
  }

  async function write(client: PoolClient, batch: PendingRequest[]): Promise<WrittenBatch> {
    const begunAt = performance.now();
    const written = await traceBatch(tracer, batch, () => writeBatch(client, batch, news));
    metrics.batchRequests.observe(batch.length);
    metrics.batchSeconds.observe((performance.now() - begunAt) / 1_000);
    return written;
  }

  /**
   * Writes batch after batch until nothing waits. The next batch is sent to the database before the requests of the last
   * one are answered, so that the database never waits for the answers.
   */
  async function writeAll(client: PoolClient): Promise<void> {
    let batch = takeBatch();
    let writing = write(client, batch);
    for (;;) {
      const { answer, isLost, areAllLocked, failure } = await writing;
      trouble = isDatabaseTrouble(failure) ? failure : undefined;
      // Those who wait would meet the same locks, only later.
      if (areAllLocked) rejectAll(take(waiting.length), failure);
      rowsAtOnce = Math.min(mostRows, Math.max(fewRows, Math.ceil((batch.length + waiting.length) / 2)));
      const isMore = waiting.length > 0 && !isLost;
      if (isMore) {
        batch = takeBatch();
        writing = write(client, batch);
      }
      answer();
      if (isMore) continue;
      client.release(isLost);
      return;
    }
  }

  async function writeWaiting(): Promise<void> {
    try {
      demandCommits();
      await writeAll(await pool.connect());
    } catch (error) {
      trouble = error;
      // Without a connection, all that wait are refused now: the next attempt is not likely to fare better.
      rejectAll(take(waiting.length), error);
    }
    isWriting = false;
    if (waiting.length > 0) startWriting();
  }

  function startWriting(): void {
    isWriting = true;
    // Requests that have arrived together with this one are read first, and join its batch. One that comes alone is not
    // held up by that.
    setImmediate(() => onBehalfOf(nobody, writeWaiting));
  }

  function demandCommits(): void {
    if (watch.areCommitsStalled()) throw new CommitsStalled();
  }

  function demandRoom(projectId: number): void {
    demandCommits();
    if (isOverloaded()) throw tooMany();
    if (stuck.remaining(String(projectId)) > 0) throw lockedByOthers();
  }

  return {
    demandRoom,
    blocks: createBlocks(),
    lastTrouble: () => trouble,
    push(request) {
      demandRoom(request.projectId);
      return new Promise((resolve, reject) => {
        waiting.push({ request, since: performance.now(), span: currentSpan(), resolve, reject });
        waitingCharacters += weightOf(request);
        if (!isWriting) startWriting();
      });
    },
    stop: () => pool.end(),
  };
}

/** A batch is written for several requests, and is a part of none of them. */
async function traceBatch<T>(
  tracer: Tracer | null,
  batch: PendingRequest[],
  write: () => Promise<T>,
): Promise<T> {
  const spans = tracer ? batch.flatMap(({ span }) => (span?.isSampled ? [span] : [])) : [];
  const [parent] = spans;
  if (!tracer || !parent) return write();
  const span = tracer.begin('write batch', {
    kind: 'internal',
    parent: parent.context,
    links: spans.map(({ context }) => context),
    attributes: { 'skep.batch.requests': batch.length },
  });
  const written = await onBehalfOf({ requestId: null, span }, write);
  span.end();
  return written;
}

const tooMany = () => unavailable('Too many reports at once; try again in a moment');

const weightOf = (request: IngestRequest) => request.fields.length + request.bodySize;
