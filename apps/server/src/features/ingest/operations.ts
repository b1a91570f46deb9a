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

/** The answer to a sender: the bug as JSON, which looks the same whether the report was stored or dropped. */
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
  const ruleId = matchRule(apiKey, report, source);
  const row: RequestRow & Report = {
    ...rowOfKey(apiKey, ruleId === null ? 'store' : 'block'),
    rule_id: ruleId,
    request_id: source.requestId,
    ...(idempotencyKey && { idempotency_key: idempotencyKey, has_user_agent: source.isUserAgentSent }),
    ...report,
  };
  const result = await context.ingest.push({ row, bodySize: source.bodySize });
  demandAdmission(context, apiKey, result);
  const { first } = result;
  if (!first) return toReceipt(context, apiKey, result.id, result.createdAt, report);
  if (!isSameReport(first, { report, hasUserAgent: source.isUserAgentSent })) throw new KeyUsedForAnother();
  return toReceipt(context, apiKey, first.bugId, first.createdAt, first.report);
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
  const result = await context.ingest.push({ row: rowOfKey(apiKey, 'count'), bodySize: 0 });
  demandAdmission(context, apiKey, result);
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

const rowOfKey = (apiKey: ApiKey, wish: RequestRow['wish']): RequestRow => ({
  window_key: apiKey.windowKey,
  per_minute: apiKey.reportsPerMinute,
  project_id: apiKey.projectId,
  team_id: apiKey.teamId,
  cap: apiKey.monthlyCap,
  wish,
});

/** The id of a rule of the project that drops the report, or null. */
function matchRule(apiKey: ApiKey, report: Report, source: Source): number | null {
  const { title, description, reporter_email } = report;
  // Mostly the two are the same, or there is only one.
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

/** Adds `extra` as it was sent: parsed and serialized again it would not be the same. */
const withExtra = (json: string, extra: string | null) => `${json.slice(0, -1)},"extra":${extra}}`;

export const monthIsFull = () =>
  conflict('The project has stored all the reports of its month: this one would be dropped');

export const isBlockedByRule = () => conflict('A rule of the blocklist drops this report');

/**
 * Sends an example report as the project's own key would send it: limits, rules, quota, events. A sender is not told that a
 * report was dropped; here the owner is looking, and is told why.
 */
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
  if (apiKey.monthlyCap !== null && project.stored >= apiKey.monthlyCap) throw monthIsFull();
  const report = testReport(source.userAgent);
  if (matchRule(apiKey, report, source) !== null) throw isBlockedByRule();
  const receipt = await receiveReport(context, apiKey, report, source);
  // The month may have become full since it was read.
  const bugs = context.pools.main.selectFrom('bugs').select('id');
  if (!(await bugs.where('id', '=', receipt.id).executeTakeFirst())) throw monthIsFull();
  return receipt;
}

/** The project's own key and how many reports it has stored this month. */
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
  description: 'Sent from the dashboard to see that reports arrive. It can be deleted.',
  severity: 'low',
  environment: 'test',
  user_agent: userAgent?.slice(0, reportFields.user_agent.maxLength) || null,
  ...parseUserAgent(userAgent ?? null),
});

/** Deletes rate windows, which are needed for a minute, and idempotency keys, which are needed for a day. */
export async function forgetIngestRows({ pools }: Context): Promise<number> {
  const ended = sql`ends_at < now() - interval '1 hour' or ends_at > now() + interval '1 hour'`;
  const old = sql`created_at < now() - interval '25 hours'`;
  const windows = await deleteInPortions(pools.main, 'key_windows', ended);
  return windows + (await deleteInPortions(pools.main, 'idempotency_keys', old));
}
