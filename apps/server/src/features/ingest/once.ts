import { isDeepStrictEqual } from 'node:util';
import type { Report } from '@skep/vocabulary';
import type { PoolClient } from '../../db/connection.ts';
import { findIdempotencyKey, insertIdempotencyKey, lockIdempotencyKey } from './queries.ts';
import { type IngestRequest, ingest, type Outcome } from './queue.ts';
import { nothingSaid } from './report.ts';

/** A report, and whether its user agent is its own, rather than that of the request. */
interface Sent {
  report: Report;
  hasUserAgent: boolean;
}

export interface OnceInput extends Sent {
  teamId: number;
  projectId: number;
  idempotencyKey: string;
  /** What stores the report, and what only counts the request. */
  storing: IngestRequest;
  counting: IngestRequest;
}

export interface OnceResult {
  outcome: Outcome;
  /** What was received under this key first: this report, or the same one earlier. */
  first: { bugId: number; createdAt: Date; report: Report };
}

/**
 * Requests with the same key wait for one another; each counts, and the first one's report is the only one kept. Null when
 * the key belongs to another report: nothing was counted then. To be called in a transaction.
 */
export async function ingestOnce(client: PoolClient, input: OnceInput): Promise<OnceResult | null> {
  await client.query(lockIdempotencyKey, [input.projectId, input.idempotencyKey]);
  const identity = [input.teamId, input.projectId, input.idempotencyKey];
  const [known] = (await client.query(findIdempotencyKey, identity)).rows;
  if (known) {
    // An older version of the service, which knew fewer fields, may have kept it.
    const report: Report = { ...nothingSaid, ...JSON.parse(known.report) };
    if (!isSameReport(input, { report, hasUserAgent: known.has_user_agent })) return null;
    const [outcome] = (await ingest(client, [input.counting])) as [Outcome];
    return { outcome, first: { bugId: known.bug_id, createdAt: known.created_at, report } };
  }
  const [outcome] = (await ingest(client, [input.storing])) as [Outcome];
  if (outcome.waitMs === null) {
    const values = [outcome.id, JSON.stringify(input.report), input.hasUserAgent, outcome.createdAt];
    await client.query(insertIdempotencyKey, [...identity, ...values]);
  }
  return { outcome, first: { bugId: outcome.id, createdAt: outcome.createdAt, report: input.report } };
}

/** By what they say, not by how it is spelled. Where a request stands in for the report, it may be another one. */
function isSameReport(one: Sent, other: Sent): boolean {
  return isDeepStrictEqual(toValues(one), toValues(other));
}

const toValues = ({ report, hasUserAgent }: Sent) => ({
  ...report,
  user_agent: hasUserAgent ? report.user_agent : undefined,
  extra: report.extra === null ? null : JSON.parse(report.extra),
});
