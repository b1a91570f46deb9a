import type { Report } from '@skep/vocabulary';
import type { Context, PoolParts } from '../../context.ts';
import { createPool, type Pool, type PoolClient } from '../../db/connection.ts';
import {
  CommitsStalled,
  isDatabaseFailure,
  isDatabaseUnreachable,
  isLockedTooLong,
  violatesForeignKey,
} from '../../db/errors.ts';
import { databaseTimeouts } from '../../db/timeouts.ts';
import { retryTransient } from '../../db/transaction.ts';
import { invalidApiKey, lockedByOthers, unavailable } from '../../errors.ts';
import { createBlocks } from '../../limits/limiter.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { currentSpan, nobody, onBehalfOf } from '../../tracing/cause.ts';
import type { Span, Tracer } from '../../tracing/tracer.ts';
import type { ApiKeyCache } from '../api-key-cache/api-key-cache.ts';
import { type BatchRow, ingestStatement, type RequestRow } from './queries.ts';
import { emptyReport, type SentReport } from './report.ts';

export interface IngestContext extends Context {
  apiKeys: ApiKeyCache;
  ingest: IngestQueue;
}

interface IngestRequest {
  row: RequestRow & Partial<Report>;
  /** In characters. The body stays in memory until the response. */
  bodySize: number;
}

export interface IngestResult {
  /** The id of the stored or dropped report. */
  id: number;
  /** Milliseconds until the key's window ends; null if the request was admitted. */
  waitMs: number | null;
  createdAt: Date;
  /** For a repeat: the first report. Nothing was stored or dropped. */
  first?: FirstReport;
}

interface FirstReport extends SentReport {
  bugId: number;
  createdAt: Date;
}

interface Pending {
  request: IngestRequest;
  since: number;
  span: Span | undefined;
  resolve(result: IngestResult): void;
  reject(error: unknown): void;
}

interface Written {
  /** Resolves or rejects every request of the batch. */
  answer(): void;
  /** Why part of the batch was not written. */
  failure?: unknown;
  /** Whether so much is locked that other batches would fail too. */
  areAllLocked?: boolean;
}

/**
 * A batch takes at most half of the requests in flight, so that this process handles one half while the database writes the
 * other.
 */
const [minRows, maxRows] = [16, 250];
const maxCharacters = 4 * 1024 * 1024;

/** Load shedding: above any of these limits the response is 503. */
const backlogLimits = { rows: 10_000, characters: 32 * 1024 * 1024, ageMs: 1_800 };

/** How long a project with locked rows is rejected, so that others do not wait for it. */
const lockedProjectMs = 1_000;
/** If two projects in a row hit a lock, a table is probably locked, and the rest of the batch is rejected. */
const maxLockedInARow = 2;

/** Group commit: requests that arrive while a batch is being written form the next batch. */
export class IngestQueue {
  /** Keys known to be over their rate limit. */
  readonly blocks = createBlocks();
  readonly #parts: PoolParts;
  readonly #pool: Pool;
  readonly #lockedProjects = createBlocks();
  #waiting: Pending[] = [];
  #waitingCharacters = 0;
  #isWriting = false;
  #batchSize = minRows;
  #failure: unknown;

  constructor(databaseUrl: string, parts: PoolParts) {
    this.#parts = parts;
    this.#pool = createPool(databaseUrl, {
      ...parts,
      name: 'ingest',
      max: 2,
      // Planning the statement takes longer than executing it.
      options: '-c plan_cache_mode=force_generic_plan',
      statementMs: 10_000,
      lockMs: databaseTimeouts.batchLockMs,
    });
    const { metrics } = parts;
    metrics.onRead(() => {
      const [oldest] = this.#waiting;
      metrics.queueRequests.set(this.#waiting.length);
      metrics.queueAgeSeconds.set(oldest ? (performance.now() - oldest.since) / 1_000 : 0);
    });
  }

  /** Throws 503 if a report would be rejected now, so that its body need not be read. */
  requireCapacity(projectId: number): void {
    if (this.#parts.watch.areCommitsStalled()) throw new CommitsStalled();
    const [oldest] = this.#waiting;
    const isFull =
      this.#waiting.length >= backlogLimits.rows || this.#waitingCharacters >= backlogLimits.characters;
    if (isFull || (oldest && isOld(oldest))) throw tooMany();
    if (this.#lockedProjects.remaining(String(projectId)) > 0) throw lockedByOthers();
  }

  /** Resolves after the commit. Throws 503 if the queue is full. */
  push(request: IngestRequest): Promise<IngestResult> {
    this.requireCapacity(request.row.project_id);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, since: performance.now(), span: currentSpan(), resolve, reject });
      this.#waitingCharacters += request.bodySize;
      if (!this.#isWriting) this.#startWriting();
    });
  }

  /** The failure of the last batch, or undefined. */
  lastFailure(): unknown {
    return this.#failure;
  }

  stop(): Promise<void> {
    return this.#pool.end();
  }

  #startWriting(): void {
    this.#isWriting = true;
    // Lets requests that arrived together join the batch.
    setImmediate(() => onBehalfOf(nobody, () => this.#writeWaiting()));
  }

  async #writeWaiting(): Promise<void> {
    try {
      if (this.#parts.watch.areCommitsStalled()) throw new CommitsStalled();
      await this.#writeBatches(await this.#pool.connect());
    } catch (error) {
      this.#failure = error;
      // Without a connection all waiting requests are rejected: a retry is unlikely to succeed.
      rejectAll(this.#take(this.#waiting.length), error);
    }
    this.#isWriting = false;
    if (this.#waiting.length > 0) this.#startWriting();
  }

  /**
   * Writes batches until the queue is empty. Sends the next batch before answering the last one, so that the database is never
   * idle.
   */
  async #writeBatches(client: PoolClient): Promise<void> {
    let batch = this.#takeBatch();
    let writing = this.#writeBatch(client, batch);
    for (;;) {
      const { answer, failure, areAllLocked } = await writing;
      const isLost = isDatabaseUnreachable(failure);
      this.#failure = isDatabaseFailure(failure) ? failure : undefined;
      // Waiting requests would hit the same locks, only later.
      if (areAllLocked) rejectAll(this.#take(this.#waiting.length), failure);
      const underWay = batch.length + this.#waiting.length;
      this.#batchSize = Math.min(maxRows, Math.max(minRows, Math.ceil(underWay / 2)));
      const isMore = this.#waiting.length > 0 && !isLost;
      if (isMore) {
        batch = this.#takeBatch();
        writing = this.#writeBatch(client, batch);
      }
      answer();
      if (isMore) continue;
      client.release(isLost);
      return;
    }
  }

  #takeBatch(): Pending[] {
    const firstYoung = this.#waiting.findIndex((pending) => !isOld(pending));
    rejectAll(this.#take(firstYoung === -1 ? this.#waiting.length : firstYoung), tooMany());
    let size = 0;
    let characters = 0;
    for (const { request } of this.#waiting) {
      characters += request.bodySize;
      if (size >= this.#batchSize || (size > 0 && characters > maxCharacters)) break;
      size++;
    }
    return this.#take(size);
  }

  #take(size: number): Pending[] {
    const taken = this.#waiting.slice(0, size);
    this.#waiting = this.#waiting.slice(size);
    for (const { request } of taken) this.#waitingCharacters -= request.bodySize;
    return taken;
  }

  async #writeBatch(client: PoolClient, batch: Pending[]): Promise<Written> {
    const { metrics, tracer } = this.#parts;
    const begunAt = performance.now();
    const written = await traceBatch(tracer, batch, () => this.#writeWholeOrInParts(client, batch));
    metrics.batchRequests.observe(batch.length);
    metrics.batchSeconds.observe((performance.now() - begunAt) / 1_000);
    return written;
  }

  /**
   * Writes a batch in one statement. On failure it is split: by project if rows are locked, so that only those projects fail,
   * and otherwise by request, so that only the rejected request fails.
   */
  async #writeWholeOrInParts(client: PoolClient, batch: Pending[]): Promise<Written> {
    const written = await this.#write(client, batch);
    const { failure } = written;
    if (failure === undefined || batch.length === 1) return written;
    if (isLockedTooLong(failure)) {
      const byProject = Map.groupBy(batch, ({ request }) => request.row.project_id);
      return this.#writeParts(client, [...byProject.values()], failure);
    }
    // A single request would fail the same way.
    if (isDatabaseFailure(failure)) return written;
    return this.#writeParts(
      client,
      batch.map((one) => [one]),
      failure,
    );
  }

  async #writeParts(client: PoolClient, parts: Pending[][], failure: unknown): Promise<Written> {
    const all: Written[] = [];
    let lockedInARow = 0;
    for (const part of parts) {
      if (lockedInARow === maxLockedInARow) {
        all.push({ answer: () => rejectAll(part, failure), failure, areAllLocked: true });
        continue;
      }
      const written = await this.#write(client, part);
      const isLocked = isLockedTooLong(written.failure);
      lockedInARow = isLocked ? lockedInARow + 1 : 0;
      if (isLocked) this.#lockedProjects.remember(String(part[0]?.request.row.project_id), lockedProjectMs);
      all.push(written);
    }
    return {
      answer() {
        for (const written of all) written.answer();
      },
      failure: all.find((written) => written.failure !== undefined)?.failure,
      areAllLocked: all.some((written) => written.areAllLocked),
    };
  }

  async #write(client: PoolClient, batch: Pending[]): Promise<Written> {
    try {
      const requests = batch.map(({ request }) => request);
      const { results, dropped } = await retryTransient(() => ingestBatch(client, requests));
      countReports(this.#parts.metrics, requests, results, dropped);
      return {
        answer() {
          for (const [index, { resolve }] of batch.entries()) resolve(results[index] as IngestResult);
        },
      };
    } catch (failure) {
      return { answer: () => rejectAll(batch, failure), failure };
    }
  }
}

const isOld = ({ since }: Pending) => performance.now() - since > backlogLimits.ageMs;

const tooMany = () => unavailable('Too many concurrent reports. Retry after 5 s.');

function rejectAll(batch: Pending[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}

const ofDeletedProject = ['project_usage_project_fkey', 'idempotency_keys_project_fkey'];

async function ingestBatch(
  client: PoolClient,
  requests: IngestRequest[],
): Promise<{ results: IngestResult[]; dropped: number }> {
  if (requests.length === 0) return { results: [], dropped: 0 };
  const { rows } = await client.query<BatchRow>(ingestStatement, [toBatchJson(requests)]).catch((error) => {
    // The project was deleted after its key was checked.
    throw ofDeletedProject.some((name) => violatesForeignKey(error, name)) ? invalidApiKey() : error;
  });
  const { ids, waits, created_at, dropped, repeats } = rows[0] as BatchRow;
  const results = ids.map(
    (id, index): IngestResult => ({
      id,
      waitMs: waits[index] ?? null,
      createdAt: created_at,
    }),
  );
  for (const { position, bug_id, created_at, report, has_user_agent } of repeats ?? [])
    (results[position - 1] as IngestResult).first = {
      bugId: bug_id,
      createdAt: new Date(created_at),
      // An older version may have stored fewer fields.
      report: { ...emptyReport, ...JSON.parse(report) },
      hasUserAgent: has_user_agent,
    };
  return { results, dropped };
}

/** Numbers the requests of each key. */
function toBatchJson(requests: IngestRequest[]): string {
  const ofKey = new Map<string, number>();
  const rows = requests.map(({ row }) => {
    const nth = (ofKey.get(row.window_key) ?? 0) + 1;
    ofKey.set(row.window_key, nth);
    return { nth_of_key: nth, ...row };
  });
  return JSON.stringify(rows);
}

/** Counts admitted reports by outcome, after the commit. */
function countReports(
  metrics: Metrics,
  requests: IngestRequest[],
  results: IngestResult[],
  dropped: number,
): void {
  const counts = { store: 0, block: 0, count: 0 };
  for (const [index, { row }] of requests.entries()) {
    const { waitMs, first } = results[index] as IngestResult;
    if (waitMs === null && !first) counts[row.action]++;
  }
  const overQuota = dropped - counts.block;
  metrics.stored.inc(counts.store - overQuota);
  metrics.dropped.inc({ reason: 'quota' }, overQuota);
  metrics.dropped.inc({ reason: 'blocklist' }, counts.block);
}

/** A batch serves several requests and is linked to all of them. */
async function traceBatch<T>(tracer: Tracer | null, batch: Pending[], write: () => Promise<T>): Promise<T> {
  const spans = tracer ? batch.flatMap(({ span }) => (span?.isSampled ? [span.context] : [])) : [];
  const [parent] = spans;
  if (!tracer || !parent) return write();
  const attributes = { 'skep.batch.requests': batch.length };
  const span = tracer.begin('write batch', { kind: 'internal', parent, links: spans, attributes });
  const written = await onBehalfOf({ requestId: null, span }, write);
  span.end();
  return written;
}
