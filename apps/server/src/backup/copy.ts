import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import { connect, createDatabase, createPool } from '../db/connection.ts';

export type CopyConnection = ReturnType<typeof connectToCopy>;

interface Rows {
  bytes: Buffer;
  count: number;
}

const partBytes = 4 * 1024 * 1024;
const newline = 10;

/** A single connection for COPY within a transaction, without timeouts because tables may be large. */
export function connectToCopy(url: string) {
  const pool = createPool(url, { max: 1, statementMs: 0, lockMs: 0 });
  let client: ClientBase;
  pool.on('acquire', (acquired) => {
    client = acquired;
  });
  return {
    db: createDatabase(pool),
    async *copyOut(statement: string): AsyncGenerator<Rows> {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const stream = client.query(to(statement));
      try {
        yield* cutIntoParts(stream.iterator({ destroyOnReturn: false }));
      } finally {
        if (!stream.readableEnded) {
          // Unread rows would block the rollback.
          stream.on('error', () => {}).resume();
          await cancel(url, rows[0]?.pid as number);
        }
      }
    },
    async copyIn(statement: string, rows: Buffer): Promise<number> {
      const stream = client.query(from(statement));
      await pipeline([rows], stream);
      return stream.rowCount;
    },
  };
}

async function cancel(url: string, pid: number): Promise<void> {
  const db = connect(url, { max: 1 });
  await sql`select pg_cancel_backend(${pid})`.execute(db).finally(() => db.destroy());
}

/** Every line is a row: newlines within values are escaped. */
async function* cutIntoParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Rows> {
  let taken: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline) + 1;
    taken.push(end > 0 ? chunk.subarray(0, end) : chunk);
    length += taken.at(-1)?.length ?? 0;
    if (end > 0 && length >= partBytes) {
      yield countRows(taken);
      [taken, length] = [[], 0];
    }
    if (end > 0 && end < chunk.length) {
      taken.push(chunk.subarray(end));
      length += chunk.length - end;
    }
  }
  if (length > 0) yield countRows(taken);
}

function countRows(chunks: Buffer[]): Rows {
  const bytes = Buffer.concat(chunks);
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count++;
  return { bytes, count };
}
