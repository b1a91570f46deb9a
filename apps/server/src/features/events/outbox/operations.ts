import type { Database, Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Cursor } from './cursor.ts';
import type { ActivityRow } from './queries/activity.ts';
import { type DurableCursor, lockCursor, lookAhead, moveCursor } from './queries/cursors.ts';
import type { Batch } from './reader.ts';

/** One who is told of everything once, whichever process does it. */
export interface Consumer {
  cursor: DurableCursor;
  read(trx: Trx, after: Cursor): Promise<Batch>;
  /** In the transaction that moves the cursor: what it writes there is written once for each row. */
  handle(trx: Trx, rows: ActivityRow[]): Promise<void>;
}

export interface Progress {
  /** How much was handled. */
  count: number;
  /** Whether there is more. */
  isFull: boolean;
  /** The database comes from another server: nobody reads on before its transactions are numbered for this one. */
  isMoved: boolean;
  /** Somebody else has the cursor, and nothing was handled although something has happened. */
  isHeld: boolean;
}

const none: Progress = { count: 0, isFull: false, isMoved: false, isHeld: false };

/** Handles what has happened since the last time, from whichever process comes first. */
export async function consumeOutbox(db: Database, { cursor, read, handle }: Consumer): Promise<Progress> {
  const { isMoved, isSomethingNew } = await lookAhead(db, cursor);
  if (isMoved || !isSomethingNew) return { ...none, isMoved };
  return inTransaction(db, async (trx) => {
    const after = await lockCursor(trx, cursor);
    if (!after) return { ...none, isHeld: true };
    const { rows, end, isFull } = await read(trx, after);
    if (rows.length > 0) await handle(trx, rows);
    await moveCursor(trx, cursor, end);
    return { count: rows.length, isFull, isMoved: false, isHeld: false };
  });
}
