import type pg from 'pg';
import { createPool } from '../../db/connection.ts';
import { isDatabaseUnreachable } from '../../db/unreachable.ts';
import { unavailable } from '../../errors.ts';
import { type Blocks, createBlocks } from '../../limits/blocks.ts';
import { type IngestRow, ingestStatement } from './ingest-queries.ts';

/** Requests that arrive while a batch is being written are written together by the next one. */
export interface IngestQueue {
  /** `row` is one element of the statement's array, as JSON. Resolves when it has been committed. */
  push(row: string): Promise<IngestRow>;
  /** For work that needs a transaction around the same statement. */
  pool: pg.Pool;
  /** Keys that have used up their minute. */
  blocks: Blocks;
  stop(): Promise<void>;
}

interface Waiting {
  row: string;
  since: number;
  resolve(row: IngestRow): void;
  reject(error: unknown): void;
}

const mostRows = 250;
const mostBytes = 4 * 1024 * 1024;

/** Beyond any of these the answer is 503: what waits is bounded in number, in memory and in time. */
const limits = { rows: 10_000, bytes: 32 * 1024 * 1024, ageMs: 2_000 };

export function createIngestQueue(databaseUrl: string, onError: (error: Error) => void): IngestQueue {
  const pool = createPool(databaseUrl, { max: 4, onError });
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
    pool,
    blocks: createBlocks(),
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
    stop: () => pool.end(),
  };
}

/** A row that the database refuses must fail alone: the rows of a failed batch are written one by one. */
async function writeBatch(pool: pg.Pool, batch: Waiting[]): Promise<void> {
  try {
    const rows = await ingest(
      pool,
      batch.map(({ row }) => row),
    );
    for (const row of rows) batch[row.position - 1]?.resolve(row);
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnreachable(error)) {
      for (const { reject } of batch) reject(error);
    } else {
      for (const one of batch) await writeBatch(pool, [one]);
    }
  }
}

export async function ingest(database: pg.Pool | pg.PoolClient, rows: string[]): Promise<IngestRow[]> {
  const result = await database.query<IngestRow>({ ...ingestStatement, values: [`[${rows.join(',')}]`] });
  return result.rows;
}
