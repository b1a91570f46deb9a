/** Together below three seconds, so that clients get an error by then. Tests on slow machines raise them. */
export const databaseTimeouts = {
  connectionMs: 1_000,
  lockMs: 1_000,
  /**
   * Shorter, because other reports wait behind the batch, and up to three locks are waited for in a row (see
   * features/ingest/queue.ts).
   */
  batchLockMs: 400,
  silenceMs: 1_800,
  commitMs: 1_200,
  /** Ends transactions whose client is gone, to release their locks. */
  idleTransactionMs: 10_000,
};

/** How long to wait for connections to close. */
export const closeTimeoutMs = 2_000;
