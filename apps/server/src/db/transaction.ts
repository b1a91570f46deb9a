import pg from 'pg';
import type { Database, Trx } from './connection.ts';

/** Deadlock and serialization failure: the transaction was rolled back in favour of another, and may be tried again. */
const transientCodes = ['40P01', '40001'];

const mostAttempts = 5;

/** The work may be repeated: whatever the outside learns of it, such as a mail or an answer, comes after the transaction. */
export function inTransaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return retryTransient(() => db.transaction().execute(work));
}

export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || attempt === mostAttempts) throw error;
    }
  }
}

export const isTransient = (error: unknown) =>
  error instanceof pg.DatabaseError && transientCodes.includes(error.code as string);
