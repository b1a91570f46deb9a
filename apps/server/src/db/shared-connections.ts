import { unavailable } from '../errors.ts';
import { createSemaphores, type Permit } from '../semaphore.ts';
import { connect, type Database, type PoolOptions } from './connection.ts';
import { databaseFailureOf, isStatementTooLong } from './errors.ts';

export interface Shares {
  connections: number;
  forUser: number;
  forTeam: number;
  statementMs: number;
  maxWaitMs: number;
  tooLong: string;
}

/** A pool for statements whose cost users control. They have a timeout, and no user or team can take all connections. */
export function shareConnections(databaseUrl: string, shares: Shares, parts: PoolOptions = {}) {
  const { connections: max, statementMs } = shares;
  // JIT compilation takes longer than most searches.
  const db = connect(databaseUrl, { ...parts, max, statementMs, options: '-c jit=off' });
  const semaphores = createSemaphores({
    maxWaitMs: shares.maxWaitMs,
    refusal: () => unavailable('Too many concurrent searches or exports. Retry after 5 s.'),
  });
  return {
    async run<T>(
      { userId }: { userId: number },
      teamIds: number[],
      work: (db: Database) => Promise<T>,
    ): Promise<T> {
      const permits: Permit[] = [
        { name: 'all', limit: max },
        { name: `user ${userId}`, limit: shares.forUser },
        ...teamIds.map((id) => ({ name: `team ${id}`, limit: shares.forTeam })),
      ];
      const release = await semaphores.acquire(permits);
      try {
        return await work(db);
      } catch (error) {
        if (isStatementTooLong(error)) throw unavailable(shares.tooLong);
        // Waiting callers would fail the same way, only later.
        const refusal = databaseFailureOf(error)?.answer();
        if (refusal) semaphores.refuseWaiting(permits, refusal);
        throw error;
      } finally {
        release();
      }
    },
    close: () => db.destroy(),
  };
}
