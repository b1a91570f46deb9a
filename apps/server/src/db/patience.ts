/** Together less than three seconds, so that a client gets an error by then. Tests on busy machines lengthen it. */
export const patience = {
  connectionMs: 1_000,
  lockMs: 1_000,
  /** For the same, while other reports wait behind the batch; it is waited for up to three times (see features/ingest/queue.ts). */
  batchLockMs: 400,
  silenceMs: 1_800,
  commitMs: 1_200,
  /** For a transaction that nothing is heard of any more: whoever began it is gone, and must not keep its locks. */
  idleTransactionMs: 10_000,
};

/** How long to wait for connections to close, which is longer than any server takes that still answers. */
export const goodbyeMs = 2_000;
