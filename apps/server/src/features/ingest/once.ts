import { isDeepStrictEqual } from 'node:util';
import type { Report } from '@skep/vocabulary';
import type { PoolClient } from '../../db/connection.ts';
import { findIdempotencyKey, insertIdempotencyKey, lockIdempotencyKey } from './queries.ts';
import type { IngestRequest, IngestResult } from './queue.ts';
import { emptyReport } from './report.ts';
import type { Tally } from './tally.ts';
import { ingestBatch } from './writing.ts';

/** A report, and whether its user agent was in the body, rather than only in the header of the request. */
interface SentReport {
  report: Report;
  hasUserAgent: boolean;
}

export interface OnceInput extends SentReport {
  teamId: number;
  projectId: number;
  idempotencyKey: string;
  /** What is executed for the first request with this key: it stores the report. */
  storing: IngestRequest;
  /** What is executed for a repeat: it only counts the request against the rate limit. */
  counting: IngestRequest;
}

export interface OnceResult {
  result: IngestResult;
  tally: Tally;
  /** The first report that came with this Idempotency-Key: this one, or the same one earlier. */
  first: { bugId: number; createdAt: Date; report: Report };
}

/**
 * Ingests a report idempotently. Requests with the same Idempotency-Key wait for one another; each of them counts against
 * the rate limit, but only the report of the first is stored. Returns null when the key was used for another report: then
 * nothing has been counted. It has to be called in a transaction.
 */
export async function ingestOnce(client: PoolClient, input: OnceInput): Promise<OnceResult | null> {
  await client.query(lockIdempotencyKey, [input.projectId, input.idempotencyKey]);
  const identity = [input.teamId, input.projectId, input.idempotencyKey];
  const [known] = (await client.query(findIdempotencyKey, identity)).rows;
  if (known) {
    // The row may have been written by an older version of the service, which knew fewer fields.
    const report: Report = { ...emptyReport, ...JSON.parse(known.report) };
    if (!isSameReport(input, { report, hasUserAgent: known.has_user_agent })) return null;
    const { results, tally } = await ingestBatch(client, [input.counting]);
    const [result] = results as [IngestResult];
    return { result, tally, first: { bugId: known.bug_id, createdAt: known.created_at, report } };
  }
  const { results, tally } = await ingestBatch(client, [input.storing]);
  const [result] = results as [IngestResult];
  if (result.waitMs === null) {
    const values = [result.id, JSON.stringify(input.report), input.hasUserAgent, result.createdAt];
    await client.query(insertIdempotencyKey, [...identity, ...values]);
  }
  return { result, tally, first: { bugId: result.id, createdAt: result.createdAt, report: input.report } };
}

/**
 * Compares reports by their values: `extra` may be spelled differently. A user agent that came from the header is not
 * compared, because a repeat may be sent by another client.
 */
function isSameReport(one: SentReport, other: SentReport): boolean {
  return isDeepStrictEqual(comparableValues(one), comparableValues(other));
}

const comparableValues = ({ report, hasUserAgent }: SentReport) => ({
  ...report,
  user_agent: hasUserAgent ? report.user_agent : undefined,
  extra: report.extra === null ? null : JSON.parse(report.extra),
});
