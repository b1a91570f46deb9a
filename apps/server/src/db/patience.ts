/**
 * How long a request waits for its database at each step. Together they are less than three seconds, so that whoever asks is
 * told within that time, whatever the database does. It is an object so that tests on busy machines can lengthen it.
 */
export const patience = {
  /** For a connection of the pool, and for a new one to be made. */
  connectionMs: 1_000,
  /** For what another transaction has locked. */
  lockMs: 1_000,
  /** For the same, while other reports wait behind the batch; it is waited for up to three times (see ingest/writing.ts). */
  batchLockMs: 400,
  /** For a server that says nothing at all. */
  silenceMs: 1_800,
  /** For a commit that a synchronous standby has to confirm. */
  commitMs: 1_200,
  /** For a transaction that nothing is heard of any more: whoever began it is gone, and must not keep its locks. */
  idleTransactionMs: 10_000,
};

/** How long to wait for connections to close, which is longer than any server takes that still answers. */
export const goodbyeMs = 2_000;
