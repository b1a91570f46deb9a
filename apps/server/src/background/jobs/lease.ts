import type { Database } from '../../db/connection.ts';
import { type LeasedJob, leaseSeconds, renewLease } from './queue.ts';

/** Renews the lease of a job for as long as it is worked on. `lost` is aborted when another has taken the job all the same. */
export async function keepingLease<T>(
  db: Database,
  job: LeasedJob,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(
    () => {
      renewing = renewLease(db, job).then(
        (isHeld) => isHeld || lost.abort(),
        // A database that does not answer may do so before the lease is over.
        () => {},
      ) as Promise<void>;
    },
    (leaseSeconds / 4) * 1_000,
  );
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
