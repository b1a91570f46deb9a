import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import type { Context } from '../../context.ts';
import { addJobs } from '../../jobs/queue.ts';
import { oneLine } from '../../mail/foreign-text.ts';
import { writeLetter } from '../../mail/letter.ts';
import type { BugEvent, EventHandler } from '../events/operations.ts';
import * as queries from './queries.ts';
import type { PublicReport } from './schema.ts';

/** A slip can be undone before the reporter hears of it. */
const undoSeconds = 10;

export const noteResolvedBugs: EventHandler = async (trx, events) => {
  const resolved = events.filter(isResolution).map(({ bug_id }) => bug_id);
  if (resolved.length === 0) return;
  const bugIds = await queries.withReporters(trx, [...new Set(resolved)]);
  const jobs = bugIds.map((id) => ({ payload: { bug_id: id }, uniqueKey: `resolved ${id}` }));
  if (jobs.length > 0) await addJobs(trx, 'mail-reporter', jobs, undoSeconds);
};

const isResolution = ({ changes }: BugEvent) =>
  (changes.status as { to?: string } | undefined)?.to === 'resolved';

/** Tells a reporter that the bug is resolved, at most once a day. After a crash they may hear it twice. */
export async function mailReporter(context: Context, bugId: number): Promise<void> {
  const bug = await queries.findResolved(context.db, bugId);
  if (!bug) return;
  const token = signLink(context.secretKey, 'report', bugId);
  await context.mailer.send(
    writeLetter({
      to: bug.reporter_email,
      subject: `Resolved: ${oneLine(bug.title, 100)}`,
      before: ['Thank you for your report. It has been resolved:', { quote: oneLine(bug.title, 200) }],
      button: { label: 'See your report', url: `${context.config.baseUrl}/api/v1/reports/${token}` },
      after: ['If it still happens, please report it again.'],
    }),
  );
  await queries.markTold(context.db, bugId);
}

/** What its reporter may know. Undefined when the link is not ours, or the bug is gone. */
export async function readReport(
  { secretKey, db }: Context,
  token: string,
): Promise<PublicReport | undefined> {
  const id = readSignedLink(secretKey, 'report', token);
  const report = id === null ? undefined : await queries.findReport(db, id);
  // What the team thinks of a report is not said in its face.
  return report && { title: report.title, status: report.status === 'spam' ? 'closed' : report.status };
}
