import { readDatedLink, signExpiringLink } from '../../auth/signed-links.ts';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { ApiError, notFound } from '../../errors.ts';
import { isWithin } from '../../limits/within.ts';
import { writeLetter } from '../../mail/letter.ts';
import { muteUrlOf } from '../../mail/mute-link.ts';
import { sendPaced } from '../../mail/pace.ts';
import type { BugEvent, EventHandler } from '../events/bug-events.ts';
import { resolvedLetter } from './letters.ts';
import * as queries from './queries.ts';
import { type PublicReport, stateWords } from './schema.ts';

/** A mail is delayed by this long, so that a bug that was resolved by mistake can be reopened before its reporter knows. */
const undoSeconds = 10;
const mostListed = 20;

export const noteResolvedBugs: EventHandler = async (trx, { events }) => {
  const resolutions = events.filter(isResolution);
  if (resolutions.length === 0) return;
  const reporters = await queries.insertResolvedNotices(trx, resolutions);
  if (reporters.length > 0) await askForMails(trx, reporters, undoSeconds);
};

const isResolution = ({ changes }: BugEvent) =>
  (changes.status as { to?: string } | undefined)?.to === 'resolved';

/**
 * Each reporter has at most one job in each project. While it waits, nothing is mailed, and resolved bugs gather for the
 * next mail.
 */
async function askForMails(db: Db, reporters: queries.Reporter[], delaySeconds: number): Promise<void> {
  const jobs = reporters.map(({ project_id, address_id }) => ({
    payload: { project_id, address_id },
    uniqueKey: `resolved bugs ${project_id} ${address_id}`,
  }));
  await addJobs(db, 'mail-resolved-bugs', jobs, delaySeconds);
}

/**
 * Mails a reporter which bugs have been resolved in a project, at most once a day; what is resolved later waits for the next
 * day. The notices are deleted after the mail was sent, so after a crash in between the next day's mail repeats some.
 */
export async function mailResolvedBugs(context: Context, reporter: queries.Reporter): Promise<void> {
  const upTo = await queries.findLastNotice(context.pools.main, reporter);
  if (upTo === undefined) return;
  const bugs = await queries.listResolved(context.pools.main, reporter, { upTo, limit: mostListed });
  const waitSeconds = bugs.length > 0 ? await sendMail(context, reporter, bugs) : 0;
  if (waitSeconds > 0) await askForMails(context.pools.main, [reporter], waitSeconds);
  else await queries.deleteNotices(context.pools.main, reporter, upTo);
}

const anHour = 3600;

/**
 * The limit for a team's mails to reporters. A report can name any address as its reporter, so without a limit a team could
 * make up reports and mail the world through us.
 */
const mailsOf = ({ team_id }: queries.ResolvedBug) =>
  ({ name: 'mails about resolved bugs', subject: String(team_id), max: 1_000, per: 'day' }) as const;

async function sendMail(
  context: Context,
  { project_id, address_id }: queries.Reporter,
  bugs: queries.ResolvedBug[],
): Promise<number> {
  if (!(await isWithin(context.limiter, [mailsOf(bugs[0] as queries.ResolvedBug)]))) return anHour;
  const { config, secretKey } = context;
  const letter = resolvedLetter({
    bugs,
    urlOf: (bugId) => `${config.baseUrl}/api/v1/reports/${reportLink(secretKey, bugId)}`,
    muteUrl: muteUrlOf(context, address_id),
  });
  const paced = { kind: 'resolved', projectId: project_id, addressId: address_id } as const;
  const waitSeconds = await sendPaced(context.pools.main, context.mailer, writeLetter(letter), paced);
  if (waitSeconds === 0)
    context.log.info(
      { bugs: bugs.map(({ id }) => id), request_ids: bugs.map(({ request_id }) => request_id) },
      'mail about resolved bugs',
    );
  return waitSeconds;
}

const linkDays = 180;

function reportLink(secretKey: string, bugId: number): string {
  const expiresAt = new Date(Date.now() + linkDays * 24 * 3600 * 1000);
  return signExpiringLink(secretKey, 'report', bugId, expiresAt);
}

export const linkExpired = () => new ApiError(410, `This link has expired: it was good for ${linkDays} days`);

/**
 * What a reporter may know of a report: nothing internal. Throws a 404 when the link's signature is not ours or the bug is
 * gone, and a 410 when the link is too old.
 */
export async function readReport({ secretKey, pools }: Context, token: string): Promise<PublicReport> {
  const link = readDatedLink(secretKey, 'report', token);
  if (link?.hasExpired) throw linkExpired();
  const report = link && (await queries.findReport(pools.main, link.id));
  if (!report) throw notFound();
  // Reporters are not told that the team took their report for spam.
  const status = report.status === 'spam' ? 'closed' : report.status;
  const { title, created_at, resolved_at } = report;
  return { title, status, state: stateWords[status], reported_at: created_at, resolved_at };
}

export function forgetResolvedNotices({ pools }: Context): Promise<number> {
  return queries.deleteOldResolvedNotices(pools.main);
}
