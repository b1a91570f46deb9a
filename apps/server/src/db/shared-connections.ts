import { unavailable } from '../errors.ts';
import { createSemaphores, type Permit } from '../semaphore.ts';
import { connect, type Database, type PoolOptions } from './connection.ts';
import { isStatementTooLong, troubleOf } from './errors.ts';

export interface Shares {
  connections: number;
  forUser: number;
  forTeam: number;
  statementMs: number;
  patienceMs: number;
  tooLong: string;
}

/** A pool for statements whose cost users choose. They have a timeout, and neither a user nor a team gets all connections. */
export function shareConnections(databaseUrl: string, shares: Shares, parts: PoolOptions = {}) {
  const { connections: max, statementMs } = shares;
  // Compiling a plan just in time takes longer than most searches, and is not worth it for the others.
  const db = connect(databaseUrl, { ...parts, max, statementMs, options: '-c jit=off' });
  const semaphores = createSemaphores({
    patienceMs: shares.patienceMs,
    refusal: () => unavailable('Too much is being searched or exported at once; try again in a moment'),
  });
  return {
    async run<T>(
      { userId }: { userId: number },
      teamIds: number[],
      work: (db: Database) => Promise<T>,
    ): Promise<T> {
      const permits: Permit[] = [
        { name: 'all', atOnce: max },
        { name: `user ${userId}`, atOnce: shares.forUser },
        ...teamIds.map((id) => ({ name: `team ${id}`, atOnce: shares.forTeam })),
      ];
      const release = await semaphores.acquire(permits);
      try {
        return await work(db);
      } catch (error) {
        if (isStatementTooLong(error)) throw unavailable(shares.tooLong);
        // Whoever waits would meet the same trouble, only later.
        const refusal = troubleOf(error)?.answer();
        if (refusal) semaphores.refuseWaiting(permits, refusal);
        throw error;
      } finally {
        release();
      }
    },
    close: () => db.destroy(),
  };
}
