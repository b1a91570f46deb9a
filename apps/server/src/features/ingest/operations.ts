import { type Report, reportFields } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { deleteInPortions } from '../../db/sql.ts';
import { ApiError, conflict, notFound, rateLimited } from '../../errors.ts';
import type { ApiKey } from '../api-key-cache/api-key-cache.ts';
import { uploadTokenOf } from '../attachments/operations.ts';
import type { RequestRow } from './queries.ts';
import type { IngestContext, IngestResult } from './queue.ts';
import { emptyReport, isSameReport } from './report.ts';
import { parseUserAgent } from './user-agent.ts';

/** The response to a report. It looks the same whether the report was stored or dropped. */
export interface Receipt {
  id: number;
  json: string;
}

/** Request metadata. */
export interface Source {
  ip: string;
  userAgent: string | undefined;
  /** True if the report itself contains a user agent. */
  isUserAgentSent: boolean;
  requestId: string;
  /** In characters. */
  bodySize: number;
}

/**
 * Stores a report, or drops it because of the blocklist or the monthly cap. Resolves after the commit. A repeat with the same
 * Idempotency-Key within 24 hours gets the first response; a different report with that key is rejected.
 */
export async function receiveReport(
  context: IngestContext,
  apiKey: ApiKey,
  report: Report,
  source: Source,
  idempotencyKey?: string,
): Promise<Receipt> {
  const ruleId = matchRule(apiKey, report, source);
  const row: RequestRow & Report = {
    ...rowOfKey(apiKey, ruleId === null ? 'store' : 'block'),
    rule_id: ruleId,
    request_id: source.requestId,
    ...(idempotencyKey && { idempotency_key: idempotencyKey, has_user_agent: source.isUserAgentSent }),
    ...report,
  };
  const result = await context.ingest.push({ row, bodySize: source.bodySize });
  requireWithinRateLimit(context, apiKey, result);
  const { first } = result;
  if (!first) return toReceipt(context, apiKey, result.id, result.createdAt, report);
  if (!isSameReport(first, { report, hasUserAgent: source.isUserAgentSent })) throw new KeyUsedForAnother();
  return toReceipt(context, apiKey, first.bugId, first.createdAt, first.report);
}

/** Already counted against the rate limit. */
export class KeyUsedForAnother extends ApiError {
  constructor() {
    super(422, 'Idempotency-Key was used for another report', {
      fields: [{ field: 'Idempotency-Key', message: 'was used for another report' }],
    });
  }
}

/** Counts a request that is rejected for its origin or body. If its key is over the limit, throws 429 instead. */
export async function countRefusedRequest(context: IngestContext, apiKey: ApiKey): Promise<void> {
  refuseBlocked(context, apiKey);
  const result = await context.ingest.push({ row: rowOfKey(apiKey, 'count'), bodySize: 0 });
  requireWithinRateLimit(context, apiKey, result);
}

/** Rejects a report before its body is read if its key is over the limit or the queue is full. */
export function refuseEarly(context: IngestContext, apiKey: ApiKey): void {
  refuseBlocked(context, apiKey);
  context.ingest.requireCapacity(apiKey.projectId);
}

/** Throws 429 without a query while the key is known to be over its limit. */
function refuseBlocked(context: IngestContext, apiKey: ApiKey): void {
  const remainingMs = context.ingest.blocks.remaining(apiKey.windowKey);
  if (remainingMs > 0) throw tooManyReports(apiKey, remainingMs);
}

/** Records the use of the key. Throws 429 if it is over its limit. */
function requireWithinRateLimit(context: IngestContext, apiKey: ApiKey, { waitMs }: IngestResult): void {
  context.apiKeys.noteUse(apiKey);
  if (waitMs === null) return;
  context.ingest.blocks.remember(apiKey.windowKey, waitMs);
  throw tooManyReports(apiKey, waitMs);
}

function tooManyReports(apiKey: ApiKey, remainingMs: number) {
  return rateLimited(`${apiKey.reportsPerMinute} per minute`, Math.max(1, Math.ceil(remainingMs / 1000)));
}

const rowOfKey = (apiKey: ApiKey, action: RequestRow['action']): RequestRow => ({
  window_key: apiKey.windowKey,
  per_minute: apiKey.reportsPerMinute,
  project_id: apiKey.projectId,
  team_id: apiKey.teamId,
  cap: apiKey.monthlyCap,
  action,
});

/** The id of the matching blocklist rule, or null. */
function matchRule(apiKey: ApiKey, report: Report, source: Source): number | null {
  const { title, description, reporter_email } = report;
  // Usually both are equal or only one is present.
  const named = [report.user_agent, source.userAgent].filter((agent) => typeof agent === 'string');
  return apiKey.blocklist.match({
    title,
    description,
    reporter_email,
    userAgents: [...new Set(named)],
    ip: source.ip,
  });
}

function toReceipt(
  { secretKey }: IngestContext,
  apiKey: ApiKey,
  id: number,
  createdAt: Date,
  { extra, ...fields }: Report,
): Receipt {
  const bug = {
    id,
    project_id: apiKey.projectId,
    status: 'open',
    ...fields,
    assignee_id: null,
    assignee: null,
    labels: [],
    duplicate_of_id: null,
    duplicate_count: 0,
    attachments: [],
    comment_count: 0,
    revision: 1,
    created_at: createdAt,
    updated_at: createdAt,
    upload_token: uploadTokenOf(secretKey, id),
  };
  return { id, json: withExtra(JSON.stringify(bug), extra) };
}

/** Copies `extra` verbatim: parsing and serializing would change it. */
const withExtra = (json: string, extra: string | null) => `${json.slice(0, -1)},"extra":${extra}}`;

export const monthlyCapReached = () =>
  conflict('The project has reached its monthly cap, so this report would be dropped');

export const isBlockedByRule = () => conflict('A blocklist rule would drop this report');

/** Sends a sample report through the normal path. Unlike a sender, the owner learns why it would be dropped. */
export async function sendTestReport(
  context: IngestContext,
  actor: Actor,
  projectId: number,
  source: Source,
): Promise<Receipt> {
  const project = await findProjectToTest(context, actor, projectId);
  const apiKey = project && (await context.apiKeys.find(project.api_key));
  if (!apiKey) throw notFound();
  refuseEarly(context, apiKey);
  if (apiKey.monthlyCap !== null && project.stored >= apiKey.monthlyCap) throw monthlyCapReached();
  const report = testReport(source.userAgent);
  if (matchRule(apiKey, report, source) !== null) throw isBlockedByRule();
  const receipt = await receiveReport(context, apiKey, report, source);
  // The cap may have been reached meanwhile.
  const bugs = context.pools.main.selectFrom('bugs').select('id');
  if (!(await bugs.where('id', '=', receipt.id).executeTakeFirst())) throw monthlyCapReached();
  return receipt;
}

const findProjectToTest = ({ pools }: Context, { teamIds }: Actor, id: number) =>
  pools.main
    .selectFrom('projects')
    .leftJoin('project_usage', (join) =>
      join
        .onRef('project_usage.team_id', '=', 'projects.team_id')
        .onRef('project_usage.project_id', '=', 'projects.id')
        .on('project_usage.month', '=', sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM')`),
    )
    .select(['projects.api_key', sql<number>`coalesce(project_usage.stored, 0)`.as('stored')])
    .where('projects.id', '=', id)
    .where('projects.team_id', '=', sql<number>`any(${teamIds})`)
    .executeTakeFirst();

const testReport = (userAgent: string | undefined): Report => ({
  ...emptyReport,
  title: 'Test report',
  description: 'Sent from the dashboard to check that reports arrive. Safe to delete.',
  severity: 'low',
  environment: 'test',
  user_agent: userAgent?.slice(0, reportFields.user_agent.maxLength) || null,
  ...parseUserAgent(userAgent ?? null),
});

/** Rate windows are needed for a minute, idempotency keys for a day. */
export async function deleteExpiredIngestRows({ pools }: Context): Promise<number> {
  const ended = sql`ends_at < now() - interval '1 hour' or ends_at > now() + interval '1 hour'`;
  const old = sql`created_at < now() - interval '25 hours'`;
  const windows = await deleteInPortions(pools.main, 'key_windows', ended);
  return windows + (await deleteInPortions(pools.main, 'idempotency_keys', old));
}
