import type pg from 'pg';
import { createPool } from '../../db/connection.ts';
import { isDatabaseUnreachable } from '../../db/unreachable.ts';
import { unavailable } from '../../errors.ts';
import { type Blocks, createBlocks } from '../../limits/blocks.ts';
import { type IngestRow, ingestStatement } from './ingest-queries.ts';

/** What became of one request. */
export interface Outcome {
  /** Of the report; null when none was to be stored, or when the request was not admitted. */
  id: number | null;
  /** Milliseconds until the key's minute is over; null when the request was admitted. */
  waitMs: number | null;
  createdAt: Date;
}

/** Requests that arrive while a batch is being written are written together by the next one. */
export interface IngestQueue {
  /** `row` is one element of the statement's array, as JSON. Resolves when it has been committed. */
  push(projectId: number, row: string): Promise<Outcome>;
  /** For work that needs a transaction around the same statement. */
  pool: pg.Pool;
  /** Keys that have used up their minute. */
  blocks: Blocks;
  stop(): Promise<void>;
}

interface Waiting {
  row: string;
  since: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

const mostRows = 250;
const mostBytes = 4 * 1024 * 1024;

/** Beyond any of these the answer is 503: what waits is bounded in number, in memory and in time. */
const limits = { rows: 5_000, bytes: 16 * 1024 * 1024, ageMs: 2_000 };

/**
 * A project's reports always go by the same lane, so that two batches of a process never wait for the same rows, and
 * the process prepares one while the database writes the other.
 */
const laneCount = Number(process.env.LANES ?? 2);

export function createIngestQueue(databaseUrl: string, onError: (error: Error) => void): IngestQueue {
  const pool = createPool(databaseUrl, {
    max: laneCount + 2,
    onError,
    options: '-c plan_cache_mode=force_generic_plan',
  });
  const lanes = Array.from({ length: laneCount }, () => createLane(pool));
  return {
    pool,
    blocks: createBlocks(),
    push: (projectId, row) => (lanes[projectId % laneCount] as Lane).push(row),
    stop: () => pool.end(),
  };
}

interface Lane {
  push(row: string): Promise<Outcome>;
}

function createLane(pool: pg.Pool): Lane {
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let isWriting = false;

  function isOverloaded(): boolean {
    const [oldest] = waiting;
    const isOld = oldest !== undefined && performance.now() - oldest.since > limits.ageMs;
    return waiting.length >= limits.rows || waitingBytes >= limits.bytes || isOld;
  }

  function takeBatch(): Waiting[] {
    let size = 0;
    let bytes = 0;
    for (const { row } of waiting) {
      if (size >= mostRows || (size > 0 && bytes + row.length > mostBytes)) break;
      size++;
      bytes += row.length;
    }
    const batch = waiting.slice(0, size);
    waiting = waiting.slice(size);
    waitingBytes -= bytes;
    return batch;
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) await writeBatch(pool, takeBatch());
    isWriting = false;
  }

  return {
    push(row) {
      if (isOverloaded()) throw unavailable('Too many reports at once; try again in a moment');
      return new Promise((resolve, reject) => {
        waiting.push({ row, since: performance.now(), resolve, reject });
        waitingBytes += row.length;
        if (isWriting) return;
        isWriting = true;
        // The requests that have arrived with this one are read first; alone it goes at once.
        setImmediate(writeAll);
      });
    },
  };
}

/** A row that the database refuses must fail alone: the rows of a failed batch are written one by one. */
async function writeBatch(pool: pg.Pool, batch: Waiting[]): Promise<void> {
  try {
    const outcomes = await ingest(
      pool,
      batch.map(({ row }) => row),
    );
    for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnreachable(error)) {
      for (const { reject } of batch) reject(error);
    } else {
      for (const one of batch) await writeBatch(pool, [one]);
    }
  }
}

/** One outcome for each row, in their order. */
export async function ingest(database: pg.Pool | pg.PoolClient, rows: string[]): Promise<Outcome[]> {
  const result = await database.query<IngestRow>({ ...ingestStatement, values: [`[${rows.join(',')}]`] });
  const { ids, waits, created_at } = result.rows[0] as IngestRow;
  const waitList = readList(waits);
  return readList(ids).map((id, index) => ({ id, waitMs: waitList[index] ?? null, createdAt: created_at }));
}

/** PostgreSQL's text for a list of numbers: `{1,NULL,3}`. */
const readList = (text: string) =>
  text
    .slice(1, -1)
    .split(',')
    .map((entry) => (entry === 'NULL' ? null : Number(entry)));
