import pg from 'pg';
import type { Database, Trx } from './connection.ts';

/** Deadlock and serialization failure: the transaction was rolled back and can be retried. */
const transientCodes = ['40P01', '40001'];

const maxAttempts = 5;

/** `work` may run more than once. Side effects such as emails belong after the transaction. */
export function inTransaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return retryTransient(() => db.transaction().execute(work));
}

export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || attempt === maxAttempts) throw error;
    }
  }
}

export const isTransient = (error: unknown) =>
  error instanceof pg.DatabaseError && transientCodes.includes(error.code as string);
