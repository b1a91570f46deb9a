import type { PoolClient } from '../../db/connection.ts';
import { violatesForeignKey } from '../../db/constraints.ts';
import { retryTransient } from '../../db/transaction.ts';
import { isDatabaseTrouble, isDatabaseUnreachable, isLockedTooLong } from '../../db/unreachable.ts';
import { invalidApiKey } from '../../errors.ts';
import type { Span } from '../../tracing/tracer.ts';
import { type IngestRow, ingestStatement, type RepeatRow } from './queries.ts';
import type { FirstReport, IngestRequest, IngestResult } from './queue.ts';
import { emptyReport } from './report.ts';
import type { Tally } from './tally.ts';

/** A request that waits to be written, or is being written. */
export interface PendingRequest {
  request: IngestRequest;
  since: number;
  span: Span | undefined;
  resolve(result: IngestResult): void;
  reject(error: unknown): void;
}

/** A batch that the database has written or refused. */
export interface WrittenBatch {
  /** Resolves or rejects the promise of every request in the batch. */
  answer(): void;
  /** Whether the connection cannot be used any more. */
  isLost: boolean;
  /** Whether so much is locked that other batches cannot be written either. */
  areAllLocked: boolean;
  /** Why not all of it was written. */
  failure?: unknown;
}

/** Who is told how it goes. */
interface News {
  onStuck(projectId: number): void;
  onWritten(tally: Tally): void;
}

/**
 * Writes a batch with one statement. If that fails, it is written in parts: by project when something is locked, so that only
 * the projects fail to which that belongs, and otherwise one by one, so that a request that the database refuses fails alone.
 */
export async function writeBatch(
  client: PoolClient,
  batch: PendingRequest[],
  news: News,
): Promise<WrittenBatch> {
  const written = await write(client, batch, news);
  const { failure } = written;
  if (failure === undefined || batch.length === 1) return written;
  if (isLockedTooLong(failure)) return writeByProject(client, batch, failure, news);
  // What the database cannot do at the moment it could not do with a single request either.
  if (isDatabaseTrouble(failure)) return written;
  const parts: WrittenBatch[] = [];
  for (const one of batch) parts.push(await write(client, [one], news));
  return joined(parts);
}

async function write(client: PoolClient, batch: PendingRequest[], news: News): Promise<WrittenBatch> {
  try {
    const requests = batch.map(({ request }) => request);
    const { results, tally } = await retryTransient(() => ingestBatch(client, requests));
    news.onWritten(tally);
    const answer = () => {
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as IngestResult);
    };
    return { answer, isLost: false, areAllLocked: false };
  } catch (error) {
    return refused(batch, error);
  }
}

const refused = (batch: PendingRequest[], failure: unknown): WrittenBatch => ({
  answer: () => rejectAll(batch, failure),
  isLost: isDatabaseUnreachable(failure),
  areAllLocked: false,
  failure,
});

/** When two projects one after the other find something locked, that is taken for a table, and nobody else is made to wait. */
const mostStuckInARow = 2;

async function writeByProject(
  client: PoolClient,
  batch: PendingRequest[],
  failure: unknown,
  news: News,
): Promise<WrittenBatch> {
  const parts: WrittenBatch[] = [];
  let stuckInARow = 0;
  for (const [projectId, ofProject] of Map.groupBy(batch, ({ request }) => request.projectId)) {
    if (stuckInARow === mostStuckInARow) {
      parts.push({ ...refused(ofProject, failure), areAllLocked: true });
      continue;
    }
    const part = await write(client, ofProject, news);
    const isStuck = isLockedTooLong(part.failure);
    stuckInARow = isStuck ? stuckInARow + 1 : 0;
    if (isStuck) news.onStuck(projectId);
    parts.push(part);
  }
  return joined(parts);
}

const joined = (parts: WrittenBatch[]): WrittenBatch => ({
  answer() {
    for (const part of parts) part.answer();
  },
  isLost: parts.some(({ isLost }) => isLost),
  areAllLocked: parts.some(({ areAllLocked }) => areAllLocked),
  failure: parts.find(({ failure }) => failure !== undefined)?.failure,
});

export function rejectAll(batch: PendingRequest[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}

/** What the database made of a batch; the results are in the order of the requests. */
interface BatchResult {
  results: IngestResult[];
  tally: Tally;
}

const nothing: BatchResult = { results: [], tally: { stored: 0, quota: 0, blocklist: 0 } };

const ofDeletedProject = ['project_usage_project_fkey', 'idempotency_keys_project_fkey'];

/** Executes the statement for a batch. */
export async function ingestBatch(client: PoolClient, requests: IngestRequest[]): Promise<BatchResult> {
  if (requests.length === 0) return nothing;
  const { ids, waits, created_at, dropped, repeats } = await runStatement(
    client,
    toBatchJson(requests),
  ).catch((error) => {
    // The key was valid when the request came in, but its project has been deleted since.
    throw ofDeletedProject.some((name) => violatesForeignKey(error, name)) ? invalidApiKey() : error;
  });
  const waitList = readList(waits);
  const results: IngestResult[] = readList(ids).map((id, index) => ({
    id: id as number,
    waitMs: waitList[index] ?? null,
    createdAt: created_at,
  }));
  for (const repeat of repeats ?? [])
    (results[repeat.position - 1] as IngestResult).first = toFirstReport(repeat);
  return { results, tally: tallyOf(requests, results, dropped) };
}

const toFirstReport = ({ bug_id, report, has_user_agent, created_at }: RepeatRow): FirstReport => ({
  bugId: bug_id,
  createdAt: new Date(created_at),
  // The row may have been written by an older version of the service, which knew fewer fields.
  report: { ...emptyReport, ...JSON.parse(report) },
  hasUserAgent: has_user_agent,
});

function tallyOf(requests: IngestRequest[], results: IngestResult[], dropped: number): Tally {
  const wished = { store: 0, block: 0, count: 0 };
  for (const [index, { wish }] of requests.entries()) {
    const { waitMs, first } = results[index] as IngestResult;
    if (waitMs === null && !first) wished[wish]++;
  }
  const quota = dropped - wished.block;
  return { stored: wished.store - quota, quota, blocklist: wished.block };
}

/**
 * Calls the driver with a callback. With the driver's own promise, finished statements and their batches stay reachable
 * until the next full garbage collection, and every minor collection before that copies them.
 */
function runStatement(client: PoolClient, batch: string): Promise<IngestRow> {
  return new Promise((resolve, reject) => {
    client.query<IngestRow>(ingestStatement, [batch], (error, result) => {
      if (error) reject(error);
      else resolve(result.rows[0] as IngestRow);
    });
  });
}

/** The batch as a JSON array, in which the requests of each key are numbered. */
function toBatchJson(requests: IngestRequest[]): string {
  const ofKey = new Map<string, number>();
  const rows = requests.map(({ windowKey, fields }) => {
    const nthOfKey = (ofKey.get(windowKey) ?? 0) + 1;
    ofKey.set(windowKey, nthOfKey);
    return `{"nth_of_key":${nthOfKey},${fields}}`;
  });
  return `[${rows.join(',')}]`;
}

/** Reads an array of numbers in PostgreSQL's text format, such as `{1,NULL,3}`. */
const readList = (text: string) =>
  text
    .slice(1, -1)
    .split(',')
    .map((entry) => (entry === 'NULL' ? null : Number(entry)));
