import type { Report } from '@skep/vocabulary';
import type { Context, PoolParts } from '../../context.ts';
import { createPool, type Pool, type PoolClient } from '../../db/connection.ts';
import {
  CommitsStalled,
  isDatabaseTrouble,
  isDatabaseUnreachable,
  isLockedTooLong,
  violatesForeignKey,
} from '../../db/errors.ts';
import { patience } from '../../db/patience.ts';
import { retryTransient } from '../../db/transaction.ts';
import { invalidApiKey, lockedByOthers, unavailable } from '../../errors.ts';
import { createBlocks } from '../../limits/limiter.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { currentSpan, nobody, onBehalfOf } from '../../tracing/cause.ts';
import type { Span, Tracer } from '../../tracing/tracer.ts';
import type { ApiKeyCache } from '../api-key-cache/api-key-cache.ts';
import { type BatchRow, ingestStatement, type RequestRow } from './queries.ts';
import { emptyReport, type SentReport } from './report.ts';

/** The context that the operations of ingest need. */
export interface IngestContext extends Context {
  apiKeys: ApiKeyCache;
  ingest: IngestQueue;
}

/** A request to `POST /bugs`. */
interface IngestRequest {
  row: RequestRow & Partial<Report>;
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

interface FirstReport extends SentReport {
  bugId: number;
  createdAt: Date;
}

/** A request that waits to be written, or is being written. */
interface Pending {
  request: IngestRequest;
  since: number;
  span: Span | undefined;
  resolve(result: IngestResult): void;
  reject(error: unknown): void;
}

/** A batch that the database has written or refused. */
interface Written {
  /** Resolves or rejects the promise of every request in the batch. */
  answer(): void;
  /** Why not all of it was written. */
  failure?: unknown;
  /** Whether so much is locked that other batches cannot be written either. */
  areAllLocked?: boolean;
}

/**
 * A batch takes at most half of the requests that are under way. While the database writes one half, this process answers the
 * other and reads new requests; if one batch took them all, the two would take turns.
 */
const [fewRows, mostRows] = [16, 250];
const mostCharacters = 4 * 1024 * 1024;

/** Load shedding: beyond any of these the answer is 503, so that what waits is bounded in number, in memory and in time. */
const backlogLimits = { rows: 10_000, characters: 32 * 1024 * 1024, ageMs: 1_800 };

/** A project whose rows others keep locked is refused for so long, so that other projects need not wait for it. */
const stuckMs = 1_000;
/** When two projects one after the other find something locked, that is taken for a table, and nobody else is made to wait. */
const mostStuckInARow = 2;

/** Group commit: requests that arrive while a batch is being written make up the next batch, and are written together. */
export class IngestQueue {
  /** The keys that are known to have sent as many requests as they may in this minute. */
  readonly blocks = createBlocks();
  readonly #parts: PoolParts;
  readonly #pool: Pool;
  readonly #stuck = createBlocks();
  #waiting: Pending[] = [];
  #waitingCharacters = 0;
  #isWriting = false;
  #rowsAtOnce = fewRows;
  #trouble: unknown;

  constructor(databaseUrl: string, parts: PoolParts) {
    this.#parts = parts;
    this.#pool = createPool(databaseUrl, {
      ...parts,
      name: 'ingest',
      max: 2,
      // To plan the statement anew would take longer than to run it.
      options: '-c plan_cache_mode=force_generic_plan',
      statementMs: 10_000,
      lockMs: patience.batchLockMs,
    });
    const { metrics } = parts;
    metrics.onRead(() => {
      const [oldest] = this.#waiting;
      metrics.queueRequests.set(this.#waiting.length);
      metrics.queueAgeSeconds.set(oldest ? (performance.now() - oldest.since) / 1_000 : 0);
    });
  }

  /** Throws a 503 when a report that came now would be refused: then its body need not even be read. */
  demandRoom(projectId: number): void {
    if (this.#parts.watch.areCommitsStalled()) throw new CommitsStalled();
    const [oldest] = this.#waiting;
    const isFull =
      this.#waiting.length >= backlogLimits.rows || this.#waitingCharacters >= backlogLimits.characters;
    if (isFull || (oldest && isOld(oldest))) throw tooMany();
    if (this.#stuck.remaining(String(projectId)) > 0) throw lockedByOthers();
  }

  /** Resolves when the request has been committed; throws a 503 when too much is waiting already. */
  push(request: IngestRequest): Promise<IngestResult> {
    this.demandRoom(request.row.project_id);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, since: performance.now(), span: currentSpan(), resolve, reject });
      this.#waitingCharacters += request.bodySize;
      if (!this.#isWriting) this.#startWriting();
    });
  }

  /** What kept the last batch from being stored; undefined when it was stored. */
  lastTrouble(): unknown {
    return this.#trouble;
  }

  stop(): Promise<void> {
    return this.#pool.end();
  }

  #startWriting(): void {
    this.#isWriting = true;
    // Requests that have arrived together with this one are read first, and join its batch.
    setImmediate(() => onBehalfOf(nobody, () => this.#writeWaiting()));
  }

  async #writeWaiting(): Promise<void> {
    try {
      if (this.#parts.watch.areCommitsStalled()) throw new CommitsStalled();
      await this.#writeBatches(await this.#pool.connect());
    } catch (error) {
      this.#trouble = error;
      // Without a connection, all that wait are refused now: the next attempt is not likely to fare better.
      rejectAll(this.#take(this.#waiting.length), error);
    }
    this.#isWriting = false;
    if (this.#waiting.length > 0) this.#startWriting();
  }

  /**
   * Writes batch after batch until nothing waits. The next batch is sent to the database before the requests of the last
   * one are answered, so that the database never waits for the answers.
   */
  async #writeBatches(client: PoolClient): Promise<void> {
    let batch = this.#takeBatch();
    let writing = this.#writeBatch(client, batch);
    for (;;) {
      const { answer, failure, areAllLocked } = await writing;
      const isLost = isDatabaseUnreachable(failure);
      this.#trouble = isDatabaseTrouble(failure) ? failure : undefined;
      // Those who wait would meet the same locks, only later.
      if (areAllLocked) rejectAll(this.#take(this.#waiting.length), failure);
      const underWay = batch.length + this.#waiting.length;
      this.#rowsAtOnce = Math.min(mostRows, Math.max(fewRows, Math.ceil(underWay / 2)));
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
      if (size >= this.#rowsAtOnce || (size > 0 && characters > mostCharacters)) break;
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
   * Writes a batch with one statement. If that fails, it is written in parts: by project when something is locked, so that only
   * the projects fail to which that belongs, and otherwise one by one, so that a request that the database refuses fails alone.
   */
  async #writeWholeOrInParts(client: PoolClient, batch: Pending[]): Promise<Written> {
    const written = await this.#write(client, batch);
    const { failure } = written;
    if (failure === undefined || batch.length === 1) return written;
    if (isLockedTooLong(failure)) {
      const byProject = Map.groupBy(batch, ({ request }) => request.row.project_id);
      return this.#writeParts(client, [...byProject.values()], failure);
    }
    // What the database cannot do at the moment it could not do with a single request either.
    if (isDatabaseTrouble(failure)) return written;
    return this.#writeParts(
      client,
      batch.map((one) => [one]),
      failure,
    );
  }

  async #writeParts(client: PoolClient, parts: Pending[][], failure: unknown): Promise<Written> {
    const all: Written[] = [];
    let stuckInARow = 0;
    for (const part of parts) {
      if (stuckInARow === mostStuckInARow) {
        all.push({ answer: () => rejectAll(part, failure), failure, areAllLocked: true });
        continue;
      }
      const written = await this.#write(client, part);
      const isStuck = isLockedTooLong(written.failure);
      stuckInARow = isStuck ? stuckInARow + 1 : 0;
      if (isStuck) this.#stuck.remember(String(part[0]?.request.row.project_id), stuckMs);
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

const tooMany = () => unavailable('Too many reports at once; try again in a moment');

function rejectAll(batch: Pending[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}

const ofDeletedProject = ['project_usage_project_fkey', 'idempotency_keys_project_fkey'];

/** Executes the statement for a batch. The results are in the order of the requests. */
async function ingestBatch(
  client: PoolClient,
  requests: IngestRequest[],
): Promise<{ results: IngestResult[]; dropped: number }> {
  if (requests.length === 0) return { results: [], dropped: 0 };
  const { rows } = await client.query<BatchRow>(ingestStatement, [toBatchJson(requests)]).catch((error) => {
    // The key was valid when the request came in, but its project has been deleted since.
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
      // The row may have been written by an older version of the service, which knew fewer fields.
      report: { ...emptyReport, ...JSON.parse(report) },
      hasUserAgent: has_user_agent,
    };
  return { results, dropped };
}

/** The batch as a JSON array, in which the requests of each key are numbered. */
function toBatchJson(requests: IngestRequest[]): string {
  const ofKey = new Map<string, number>();
  const rows = requests.map(({ row }) => {
    const nth = (ofKey.get(row.window_key) ?? 0) + 1;
    ofKey.set(row.window_key, nth);
    return { nth_of_key: nth, ...row };
  });
  return JSON.stringify(rows);
}

/** Counts, once it is committed, what became of the reports whose keys had not used up their minute. */
function countReports(
  metrics: Metrics,
  requests: IngestRequest[],
  results: IngestResult[],
  dropped: number,
): void {
  const wished = { store: 0, block: 0, count: 0 };
  for (const [index, { row }] of requests.entries()) {
    const { waitMs, first } = results[index] as IngestResult;
    if (waitMs === null && !first) wished[row.wish]++;
  }
  const overQuota = dropped - wished.block;
  metrics.stored.inc(wished.store - overQuota);
  metrics.dropped.inc({ reason: 'quota' }, overQuota);
  metrics.dropped.inc({ reason: 'blocklist' }, wished.block);
}

/** A batch is written for several requests, and is a part of none of them. */
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
