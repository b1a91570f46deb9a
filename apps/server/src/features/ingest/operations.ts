import type { Report } from '@skep/vocabulary';
import type { Context } from '../../context.ts';
import { ApiError, rateLimited } from '../../errors.ts';
import type { ApiKey } from '../api-key-cache/api-key-cache.ts';
import { uploadTokenOf } from '../attachments/upload-token.ts';
import { deleteOldIngestRows } from './queries.ts';
import type { IngestContext, IngestRequest, IngestResult } from './queue.ts';
import { isSameReport } from './same-report.ts';

/** The answer to a apiKey: the bug as JSON, which looks the same whether the report was stored or dropped. */
export interface Receipt {
  id: number;
  json: string;
}

/** What is known of a request besides its report. */
export interface Source {
  ip: string;
  userAgent: string | undefined;
  /** Whether the report names a user agent itself. */
  isUserAgentSent: boolean;
  requestId: string;
  /** How many characters the body has. */
  bodySize: number;
}

/**
 * Stores a report, or drops it for the blocklist or the month's cap; resolves when that is committed. A repeat with the
 * same Idempotency-Key within 24 hours gets the first answer again and stores nothing, and another report with that key is
 * refused.
 */
export async function receiveReport(
  context: IngestContext,
  apiKey: ApiKey,
  report: Report,
  source: Source,
  idempotencyKey?: string,
): Promise<Receipt> {
  const fields = toJsonMembers(report);
  const result = await context.ingest.push(toIngestRequest(apiKey, report, fields, source, idempotencyKey));
  demandAdmission(context, apiKey, result);
  const { first } = result;
  if (!first) return toReceipt(context, apiKey, result.id, result.createdAt, fields, report.extra);
  if (!isSameReport(first, { report, hasUserAgent: source.isUserAgentSent })) throw new KeyUsedForAnother();
  const firstFields = toJsonMembers(first.report);
  return toReceipt(context, apiKey, first.bugId, first.createdAt, firstFields, first.report.extra);
}

/** A refusal that has already been counted against the rate limit. */
export class KeyUsedForAnother extends ApiError {
  constructor() {
    super(422, 'Idempotency-Key was used for another report', {
      fields: [{ field: 'Idempotency-Key', message: 'was used for another report' }],
    });
  }
}

/**
 * Counts a request that is about to be refused for its origin or its body. When its key has used up its minute, the rate
 * limit refuses it instead.
 */
export async function countRefusedRequest(context: IngestContext, apiKey: ApiKey): Promise<void> {
  refuseBlocked(context, apiKey);
  demandAdmission(context, apiKey, await context.ingest.push(countingRequest(apiKey)));
}

/** Refuses a report before its body is read, for what is known already: its key's minute, or too much that waits. */
export function refuseEarly(context: IngestContext, apiKey: ApiKey): void {
  refuseBlocked(context, apiKey);
  context.ingest.demandRoom(apiKey.projectId);
}

/** Throws a 429 without a query when the database has already refused this key, until the key's minute is over. */
function refuseBlocked(context: IngestContext, apiKey: ApiKey): void {
  const remainingMs = context.ingest.blocks.remaining(apiKey.windowKey);
  if (remainingMs > 0) throw tooManyReports(apiKey, remainingMs);
}

/** Notes that the key was used, and throws a 429 if the database has found that it has used up its minute. */
function demandAdmission(context: IngestContext, apiKey: ApiKey, { waitMs }: IngestResult): void {
  context.apiKeys.noteUse(apiKey);
  if (waitMs === null) return;
  context.ingest.blocks.remember(apiKey.windowKey, waitMs);
  throw tooManyReports(apiKey, waitMs);
}

function tooManyReports(apiKey: ApiKey, remainingMs: number) {
  return rateLimited(`${apiKey.reportsPerMinute} per minute`, Math.max(1, Math.ceil(remainingMs / 1000)));
}

const apiKeyFields = (apiKey: ApiKey) =>
  `"window_key":"${apiKey.windowKey}","per_minute":${apiKey.reportsPerMinute},"project_id":${apiKey.projectId}` +
  `,"team_id":${apiKey.teamId},"cap":${apiKey.monthlyCap}`;

const countingRequest = (apiKey: ApiKey): IngestRequest => ({
  windowKey: apiKey.windowKey,
  projectId: apiKey.projectId,
  wish: 'count',
  fields: `${apiKeyFields(apiKey)},"wish":"count"`,
  bodySize: 0,
});

function toIngestRequest(
  apiKey: ApiKey,
  report: Report,
  fields: string,
  source: Source,
  idempotencyKey: string | undefined,
): IngestRequest {
  const ruleId = matchRule(apiKey, report, source);
  const wish = ruleId === null ? 'store' : 'block';
  const once = idempotencyKey
    ? `,"idempotency_key":${JSON.stringify(idempotencyKey)},"has_user_agent":${source.isUserAgentSent}`
    : '';
  return {
    windowKey: apiKey.windowKey,
    projectId: apiKey.projectId,
    wish,
    fields: `${apiKeyFields(apiKey)},"wish":"${wish}","rule_id":${ruleId},"request_id":"${source.requestId}"${once},${fields},"extra":${JSON.stringify(report.extra)}`,
    bodySize: source.bodySize,
  };
}

/** The id of a rule of the project that drops the report, or null. */
export function matchRule(apiKey: ApiKey, report: Report, source: Source): number | null {
  const { title, description, reporter_email } = report;
  const userAgents = bothUserAgents(report.user_agent, source.userAgent);
  return apiKey.blocklist.match({ title, description, reporter_email, userAgents, ip: source.ip });
}

/** Lists the user agents of the body and of the header. Mostly they are the same, or there is only one: it is listed once. */
function bothUserAgents(ofReport: string | null, ofRequest: string | undefined): string[] {
  if (ofReport === null) return ofRequest === undefined ? [] : [ofRequest];
  return ofRequest === undefined || ofRequest === ofReport ? [ofReport] : [ofReport, ofRequest];
}

/**
 * The report as members of a JSON object, without `extra` and without braces. It is serialised once, because both what
 * the database gets and the answer are made of it.
 */
const toJsonMembers = (report: Report) => JSON.stringify({ ...report, extra: undefined }).slice(1, -1);

function toReceipt(
  { secretKey }: IngestContext,
  apiKey: ApiKey,
  id: number,
  createdAt: Date,
  fields: string,
  extra: string | null,
): Receipt {
  const time = createdAt.toISOString();
  const json =
    `{"id":${id},"project_id":${apiKey.projectId},"status":"open",${fields},"extra":${extra},"assignee_id":null` +
    `,"assignee":null,"labels":[],"duplicate_of_id":null,"duplicate_count":0,"attachments":[],"comment_count":0` +
    `,"revision":1,"created_at":"${time}","updated_at":"${time}","upload_token":"${uploadTokenOf(secretKey, id)}"}`;
  return { id, json };
}

export function forgetIngestRows({ pools }: Context): Promise<number> {
  return deleteOldIngestRows(pools.main);
}
