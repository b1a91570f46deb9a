import type pg from 'pg';
import { findIdempotencyKey, insertIdempotencyKey, lockIdempotencyKey } from './ingest-queries.ts';
import { type IngestRequest, ingest, type Outcome } from './ingest-queue.ts';
import type { Report } from './report.ts';

export interface OnceInput {
  projectId: number;
  idempotencyKey: string;
  report: Report;
  /** What stores the report, and what only counts the request. */
  storing: IngestRequest;
  counting: IngestRequest;
}

export interface OnceResult {
  outcome: Outcome;
  /** What was received under this key first: this report, or an earlier one. */
  first: { bugId: number; createdAt: Date; report: Report };
}

/**
 * Requests with the same key wait for one another; each counts, and the first one's report is the only one kept. To be
 * called in a transaction.
 */
export async function ingestOnce(client: pg.PoolClient, input: OnceInput): Promise<OnceResult> {
  const identity = [input.projectId, input.idempotencyKey];
  await client.query(lockIdempotencyKey, identity);
  const [known] = (await client.query(findIdempotencyKey, identity)).rows;
  const [outcome] = (await ingest(client, [known ? input.counting : input.storing])) as [Outcome];
  if (known) {
    const first = { bugId: known.bug_id, createdAt: known.created_at, report: JSON.parse(known.report) };
    return { outcome, first };
  }
  if (outcome.waitMs === null) {
    const values = [outcome.id, JSON.stringify(input.report), outcome.createdAt];
    await client.query(insertIdempotencyKey, [...identity, ...values]);
  }
  const first = { bugId: outcome.id, createdAt: outcome.createdAt, report: input.report };
  return { outcome, first };
}
