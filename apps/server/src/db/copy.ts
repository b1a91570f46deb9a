import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Submittable } from 'pg';
import { createDatabase, createPool, type Database } from './connection.ts';
import type { Client } from './lost-statements.ts';

/** A database on a single connection, on which a transaction can use COPY beside other statements. */
export interface CopyConnection {
  db: Database;
  /** Runs `copy … to stdout`. Rows come in parts, and only as fast as they are taken. */
  copyOut(statement: string): AsyncIterable<Rows>;
  /** Runs `copy … from stdin` with these rows, and returns how many the server has counted. */
  copyIn(statement: string, rows: Buffer): Promise<number>;
}

/** Whole rows in PostgreSQL's text format, one a line. */
export interface Rows {
  bytes: Buffer;
  count: number;
}

/** A part has so many bytes, unless a single row has more. */
const partBytes = 4 * 1024 * 1024;

/** No statement has a timeout here: what is copied may be large. */
export function connectToCopy(url: string): CopyConnection {
  const pool = createPool(url, { max: 1, statementMs: 0, lockMs: 0 });
  let client: Client;
  pool.on('acquire', (acquired) => {
    client = acquired as Client;
  });
  return {
    db: createDatabase(pool),
    copyOut: (statement) => client.query(new CopyOut(statement, client.connection.stream)).parts,
    copyIn: (statement, rows) =>
      new Promise((resolve, reject) => {
        client.query(new CopyIn(statement, rows, resolve, reject));
      }),
  };
}

/** What of the driver's connection a statement of the COPY protocol uses. */
interface Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Messages of the server that have nothing to say while rows are copied. */
abstract class CopyStatement implements Submittable {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  submit(connection: unknown): void {
    (connection as Connection).query(this.text);
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCommandComplete(_message: { text: string }): void {}
}

class CopyOut extends CopyStatement {
  readonly parts: Readable;
  #part = Buffer.allocUnsafe(partBytes);
  #length = 0;
  #count = 0;
  #isOver = false;
  readonly #stream: Socket;

  constructor(text: string, stream: Socket) {
    super(text);
    this.#stream = stream;
    this.parts = new Readable({
      objectMode: true,
      highWaterMark: 1,
      read: () => stream.resume(),
      destroy: (error, done) => {
        // Nobody takes the rows that still come, so that the connection is of no use any more.
        if (!this.#isOver) stream.destroy();
        done(error);
      },
    });
  }

  /** The server sends each row as a message of its own, whose bytes are overwritten by later ones. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#length + chunk.length > this.#part.length) {
      this.#handOver();
      if (chunk.length > this.#part.length) this.#part = Buffer.allocUnsafe(chunk.length);
    }
    chunk.copy(this.#part, this.#length);
    this.#length += chunk.length;
    this.#count++;
  }

  #handOver(): void {
    if (this.#count === 0) return;
    const rows: Rows = { bytes: this.#part.subarray(0, this.#length), count: this.#count };
    this.#part = Buffer.allocUnsafe(partBytes);
    this.#length = this.#count = 0;
    if (!this.parts.push(rows)) this.#stream.pause();
  }

  handleReadyForQuery(): void {
    this.#isOver = true;
    this.#handOver();
    this.parts.push(null);
    // The connection goes on with other statements, whoever has yet to take the last part.
    this.#stream.resume();
  }

  handleError(error: Error): void {
    this.#isOver = true;
    this.parts.destroy(error);
  }
}

class CopyIn extends CopyStatement {
  readonly #rows: Buffer;
  readonly #resolve: (count: number) => void;
  readonly handleError: (error: Error) => void;
  #count = 0;

  constructor(text: string, rows: Buffer, resolve: (count: number) => void, reject: (error: Error) => void) {
    super(text);
    this.#rows = rows;
    this.#resolve = resolve;
    this.handleError = reject;
  }

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFromChunk(this.#rows);
    connection.endCopyFrom();
  }

  override handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(text.split(' ')[1]);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#count);
  }
}
