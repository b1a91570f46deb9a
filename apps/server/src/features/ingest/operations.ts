import type { Report } from '@skep/vocabulary';
import type { Context } from '../../context.ts';
import { ApiError, rateLimited } from '../../errors.ts';
import type { Sender } from '../senders/sender.ts';
import { ingestOnce } from './once.ts';
import { deleteOldIngestRows } from './queries.ts';
import type { IngestContext, IngestRequest, Outcome } from './queue.ts';

/** What a sender is answered: the bug, as JSON, whether it was stored or dropped. */
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
  /** In characters. */
  bodySize: number;
}

/** Answers when the report is committed. */
export async function receiveReport(
  context: IngestContext,
  sender: Sender,
  report: Report,
  source: Source,
): Promise<Receipt> {
  const fields = membersOf(report);
  const outcome = await context.ingest.push(toRequest(sender, report, fields, source));
  demandAdmission(context, sender, outcome);
  return toReceipt(sender, outcome.id, outcome.createdAt, fields, report.extra);
}

/** A repeat with the same key within 24 hours gets the first answer and stores nothing; another report is refused. */
export async function receiveReportOnce(
  context: IngestContext,
  sender: Sender,
  report: Report,
  source: Source,
  idempotencyKey: string,
): Promise<Receipt> {
  const fields = membersOf(report);
  const input = {
    teamId: sender.teamId,
    projectId: sender.projectId,
    idempotencyKey,
    report,
    hasUserAgent: source.isUserAgentSent,
    storing: toRequest(sender, report, fields, source),
    counting: countingRequest(sender),
  };
  const result = await context.ingest.transact((client) => ingestOnce(client, input));
  if (!result) throw usedForAnother();
  const { outcome, first } = result;
  demandAdmission(context, sender, outcome);
  return toReceipt(sender, first.bugId, first.createdAt, membersOf(first.report), first.report.extra);
}

const usedForAnother = () =>
  new ApiError(422, 'Idempotency-Key was used for another report', {
    fields: [{ field: 'Idempotency-Key', message: 'was used for another report' }],
  });

/** A request that is refused for its origin or body counts against its key all the same, and meets that limit first. */
export async function countRefusedRequest(context: IngestContext, sender: Sender): Promise<void> {
  refuseBlocked(context, sender);
  demandAdmission(context, sender, await context.ingest.push(countingRequest(sender)));
}

/** Refuses from memory what the database has refused before, until the key's minute is over. */
export function refuseBlocked(context: IngestContext, sender: Sender): void {
  const remainingMs = context.ingest.blocks.remaining(sender.windowKey);
  if (remainingMs > 0) throw tooManyReports(sender, remainingMs);
}

function demandAdmission(context: IngestContext, sender: Sender, { waitMs }: Outcome): void {
  context.senders.used(sender);
  if (waitMs === null) return;
  context.ingest.blocks.remember(sender.windowKey, waitMs);
  throw tooManyReports(sender, waitMs);
}

function tooManyReports(sender: Sender, remainingMs: number) {
  return rateLimited(`${sender.reportsPerMinute} per minute`, Math.max(1, Math.ceil(remainingMs / 1000)));
}

const senderFields = (sender: Sender) =>
  `"window_key":"${sender.windowKey}","per_minute":${sender.reportsPerMinute},"project_id":${sender.projectId}` +
  `,"team_id":${sender.teamId},"cap":${sender.monthlyCap}`;

const countingRequest = (sender: Sender): IngestRequest => ({
  windowKey: sender.windowKey,
  projectId: sender.projectId,
  isStoring: false,
  fields: `${senderFields(sender)},"wish":"count"`,
  bodySize: 0,
});

function toRequest(sender: Sender, report: Report, fields: string, source: Source): IngestRequest {
  const { title, description, reporter_email } = report;
  const userAgents = bothUserAgents(report.user_agent, source.userAgent);
  const ruleId = sender.blocklist.match({ title, description, reporter_email, userAgents, ip: source.ip });
  const isStoring = ruleId === null;
  const wish = isStoring ? '"store"' : `"block","rule_id":${ruleId}`;
  return {
    windowKey: sender.windowKey,
    projectId: sender.projectId,
    isStoring,
    fields: `${senderFields(sender)},"wish":${wish},${fields},"extra":${JSON.stringify(report.extra)}`,
    bodySize: source.bodySize,
  };
}

/** Mostly they are the same, or there is one. */
function bothUserAgents(ofReport: string | null, ofRequest: string | undefined): string[] {
  if (ofReport === null) return ofRequest === undefined ? [] : [ofRequest];
  return ofRequest === undefined || ofRequest === ofReport ? [ofReport] : [ofReport, ofRequest];
}

/** The members of the report's JSON except `extra`, without the braces: the request and the answer are both made of them. */
const membersOf = (report: Report) => JSON.stringify({ ...report, extra: undefined }).slice(1, -1);

function toReceipt(
  sender: Sender,
  id: number,
  createdAt: Date,
  fields: string,
  extra: string | null,
): Receipt {
  const time = createdAt.toISOString();
  const json =
    `{"id":${id},"project_id":${sender.projectId},"status":"open",${fields},"extra":${extra},"assignee_id":null` +
    `,"assignee":null,"labels":[],"duplicate_of_id":null,"attachments":[],"comment_count":0` +
    `,"created_at":"${time}","updated_at":"${time}"}`;
  return { id, json };
}

export async function forgetIngestRows({ pools }: Context): Promise<void> {
  await deleteOldIngestRows(pools.main);
}
