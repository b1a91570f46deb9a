import type { Context } from '../../context.ts';
import { createPool, type Pool, type PoolClient } from '../../db/connection.ts';
import { violatesForeignKey } from '../../db/constraints.ts';
import { retryTransient } from '../../db/transaction.ts';
import { isDatabaseUnreachable, isStatementTooLong } from '../../db/unreachable.ts';
import { invalidApiKey, unavailable } from '../../errors.ts';
import { type Blocks, createBlocks } from '../../limits/blocks.ts';
import type { Senders } from '../senders/senders.ts';
import { type IngestRow, ingestStatement } from './queries.ts';

/** The context that the operations of ingest need. */
export interface IngestContext extends Context {
  senders: Senders;
  ingest: IngestQueue;
}

/** A request to `POST /bugs` in the form that the statement for a batch takes. */
export interface IngestRequest {
  windowKey: string;
  projectId: number;
  /** Whether a report is to be stored, rather than dropped or only counted. */
  isStoring: boolean;
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
}

/** Group commit: requests that arrive while a batch is being written make up the next batch, and are written together. */
export interface IngestQueue {
  /** Resolves when the request has been committed; throws a 503 when too much is waiting already. */
  push(request: IngestRequest): Promise<IngestResult>;
  /**
   * Runs work that needs a transaction of its own around the same statement. It has other connections than the batches,
   * and throws a 503 when too much of it is under way.
   */
  transact<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** The keys that are known to have sent as many requests as they may in this minute. */
  blocks: Blocks;
  stop(): Promise<void>;
}

interface PendingRequest {
  request: IngestRequest;
  since: number;
  resolve(result: IngestResult): void;
  reject(error: unknown): void;
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
const backlogLimits = { rows: 5_000, characters: 32 * 1024 * 1024, ageMs: 2_000, transactions: 200 };

/** Every batch runs the prepared statement with its generic plan: to plan it anew would take longer than to run it. */
const planSettings = '-c plan_cache_mode=force_generic_plan';
const statementMs = 10_000;

export function createIngestQueue(databaseUrl: string, onError: (error: Error) => void): IngestQueue {
  const pool = createPool(databaseUrl, { max: 2, onError, options: planSettings, statementMs });
  const transactionPool = createPool(databaseUrl, { max: 4, onError, options: planSettings, statementMs });
  let transactions = 0;
  let waiting: PendingRequest[] = [];
  let waitingCharacters = 0;
  let isWriting = false;
  let rowsAtOnce = fewRows;

  function isOverloaded(): boolean {
    const [oldest] = waiting;
    const isOld = oldest !== undefined && performance.now() - oldest.since > backlogLimits.ageMs;
    return waiting.length >= backlogLimits.rows || waitingCharacters >= backlogLimits.characters || isOld;
  }

  function takeBatch(): PendingRequest[] {
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

  /**
   * Writes batch after batch until nothing waits. The next batch is sent to the database before the requests of the last
   * one are answered, so that the database never waits for the answers.
   */
  async function writeAll(client: PoolClient): Promise<void> {
    let batch = takeBatch();
    let writing = write(client, batch);
    for (;;) {
      const { answer, isLost } = await writing;
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
      await writeAll(await pool.connect());
    } catch (error) {
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
    setImmediate(writeWaiting);
  }

  return {
    async transact(work) {
      if (transactions >= backlogLimits.transactions) throw tooMany();
      transactions++;
      try {
        return await retryTransient(() => runTransaction(transactionPool, work));
      } finally {
        transactions--;
      }
    },
    blocks: createBlocks(),
    push(request) {
      if (isOverloaded()) throw tooMany();
      return new Promise((resolve, reject) => {
        waiting.push({ request, since: performance.now(), resolve, reject });
        waitingCharacters += weightOf(request);
        if (!isWriting) startWriting();
      });
    },
    async stop() {
      await pool.end();
      await transactionPool.end();
    },
  };
}

const tooMany = () => unavailable('Too many reports at once; try again in a moment');

const weightOf = (request: IngestRequest) => request.fields.length + request.bodySize;

async function runTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // This closes the connection, which rolls the transaction back.
    client.release(true);
    throw error;
  }
}

/** A batch that the database has written or refused. */
interface WrittenBatch {
  /** Resolves or rejects the promise of every request in the batch. */
  answer(): void;
  /** Whether the connection cannot be used any more. */
  isLost: boolean;
}

/**
 * Writes a batch with one statement. If that fails, its requests are written one by one, so that a request that the
 * database refuses fails alone.
 */
async function write(client: PoolClient, batch: PendingRequest[]): Promise<WrittenBatch> {
  try {
    const requests = batch.map(({ request }) => request);
    const results = await retryTransient(() => ingestBatch(client, requests));
    const answer = () => {
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as IngestResult);
    };
    return { answer, isLost: false };
  } catch (error) {
    const isLost = isDatabaseUnreachable(error);
    // Writing the requests one by one would not help here, and each of them could take as long as the whole batch.
    const isHopeless = batch.length === 1 || isLost || isStatementTooLong(error);
    if (isHopeless) return { answer: () => rejectAll(batch, error), isLost };
    return writeOneByOne(client, batch);
  }
}

function rejectAll(batch: PendingRequest[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}

async function writeOneByOne(client: PoolClient, batch: PendingRequest[]): Promise<WrittenBatch> {
  const all: WrittenBatch[] = [];
  for (const one of batch) all.push(await write(client, [one]));
  const answer = () => {
    for (const written of all) written.answer();
  };
  return { answer, isLost: all.some(({ isLost }) => isLost) };
}

/** Executes the statement for a batch; the results are in the order of the requests. */
export async function ingestBatch(client: PoolClient, requests: IngestRequest[]): Promise<IngestResult[]> {
  const { ids, waits, created_at } = await runStatement(client, toBatchJson(requests)).catch((error) => {
    // The key was valid when the request came in, but its project has been deleted since.
    throw violatesForeignKey(error, 'project_usage_project_fkey') ? invalidApiKey() : error;
  });
  const waitList = readList(waits);
  return readList(ids).map((id, index) => ({
    id: id as number,
    waitMs: waitList[index] ?? null,
    createdAt: created_at,
  }));
}

/**
 * Calls the driver with a callback. With the driver's own promise, finished statements and their batches stay reachable
 * until the next full garbage collection, and every minor collection before that copies them.
 */
function runStatement(client: PoolClient, batch: string): Promise<IngestRow> {
  return new Promise((resolve, reject) => {
    client.query<IngestRow>({ ...ingestStatement, values: [batch] }, (error, result) => {
      if (error) reject(error);
      else resolve(result.rows[0] as IngestRow);
    });
  });
}

/** The batch as a JSON array, in which the requests of each key and the reports of each project are numbered. */
function toBatchJson(requests: IngestRequest[]): string {
  const ofKey = new Map<string, number>();
  const ofProject = new Map<number, number>();
  const rows = requests.map(({ windowKey, projectId, isStoring, fields }) => {
    const nthOfKey = (ofKey.get(windowKey) ?? 0) + 1;
    const nthOfProject = (ofProject.get(projectId) ?? 0) + (isStoring ? 1 : 0);
    ofKey.set(windowKey, nthOfKey);
    ofProject.set(projectId, nthOfProject);
    return `{"nth_of_key":${nthOfKey},"nth_of_project":${nthOfProject},${fields}}`;
  });
  return `[${rows.join(',')}]`;
}

/** Reads an array of numbers in PostgreSQL's text format, such as `{1,NULL,3}`. */
const readList = (text: string) =>
  text
    .slice(1, -1)
    .split(',')
    .map((entry) => (entry === 'NULL' ? null : Number(entry)));
