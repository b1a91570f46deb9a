import type { Socket } from 'node:net';
import type pg from 'pg';

/** A connection of the driver, with properties that it has but does not declare. */
export type Client = pg.PoolClient & {
  readyForQuery: boolean;
  connection: NodeJS.EventEmitter & { stream: Socket };
  getTransactionStatus(): 'I' | 'T' | 'E' | null;
  _getActiveQuery(): { text?: string } | null;
};

/** An error that ends a statement together with its connection. */
interface LostStatement extends Error {
  mayHaveCommitted?: boolean;
}

/**
 * Notes in the error that ends a connection whether the statement that was under way may have been committed all the same.
 * The driver's own errors do not tell, and only the connection still knows what it was doing.
 */
export function noteLostStatements(client: Client): void {
  const { connection } = client;
  connection.prependListener('error', (error: LostStatement) => {
    error.mayHaveCommitted ??= mayCommit(client);
  });
  connection.prependListener('end', () => {
    if (client._getActiveQuery()) connection.emit('error', new Error('Connection terminated unexpectedly'));
  });
  // When somebody cancels the wait for a synchronous standby, the server warns and then answers with success, although the
  // commit is on the primary alone.
  connection.prependListener('notice', ({ routine }: { routine?: string }) => {
    if (routine !== 'SyncRepWaitForLSN') return;
    connection.emit('error', new Error('Connection terminated: no standby has confirmed the commit'));
    connection.stream.destroy();
  });
}

/** Within a transaction only its end is final; a statement without one is a transaction by itself. */
export function mayCommit(client: Client): boolean {
  const text = client._getActiveQuery()?.text;
  if (text === undefined) return false;
  if (client.getTransactionStatus() === 'T') return /^\s*(commit|end)\b/i.test(text);
  return !/^\s*(select|begin|start|rollback|show|set)\b/i.test(text);
}

/** Whether what failed with this error may have been done in spite of it. */
export const mayHaveCommitted = (error: unknown): boolean =>
  (error as LostStatement | undefined)?.mayHaveCommitted === true;
