import pg from 'pg';
import type { Database, Trx } from './connection.ts';

/** Of a deadlock, and of two transactions whose order cannot be told: either may simply be made again. */
const transientCodes = ['40P01', '40001'];

/** By then the others in the knot are done, unless something is wrong that trying again does not mend. */
const mostAttempts = 5;

/**
 * Runs the work in a transaction, and all of it once more when the database ended the transaction in favour of another. So
 * the work does nothing that cannot be done twice: what others learn of it comes after it.
 */
export function inTransaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return retryTransient(() => db.transaction().execute(work));
}

/** The same for work that is a transaction by itself. */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || attempt === mostAttempts) throw error;
    }
  }
}

const isTransient = (error: unknown) =>
  error instanceof pg.DatabaseError && transientCodes.includes(error.code as string);
