import { sql } from 'kysely';
import { readDatedLink, signExpiringLink } from '../../auth/signed-links.ts';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/sql.ts';
import { ApiError, notFound } from '../../errors.ts';
import { isWithin } from '../../limits/limiter.ts';
import { writeLetter } from '../../mail/letter.ts';
import { muteUrlOf } from '../../mail/mute-link.ts';
import { sendPaced } from '../../mail/pace.ts';
import type { BugEvent, EventHandler } from '../events/bug-events.ts';
import { resolvedLetter } from './letters.ts';
import { type PublicReport, stateWords } from './schema.ts';

/** A mail is delayed by this long, so that a bug that was resolved by mistake can be reopened before its reporter knows. */
const undoSeconds = 10;
const mostListed = 20;

export const noteResolvedBugs: EventHandler = async (trx, { events }) => {
  const resolutions = events.filter(
    ({ changes }) => (changes.status as { to?: string } | undefined)?.to === 'resolved',
  );
  if (resolutions.length === 0) return;
  const reporters = await insertResolvedNotices(trx, resolutions);
  if (reporters.length > 0) await askForMails(trx, reporters, undoSeconds);
};

/** Each reporter has at most one job in each project. While it waits, resolved bugs gather for the next mail. */
async function askForMails(db: Db, reporters: Reporter[], delaySeconds: number): Promise<void> {
  const jobs = reporters.map(({ project_id, address_id }) => ({
    payload: { project_id, address_id },
    uniqueKey: `resolved bugs ${project_id} ${address_id}`,
  }));
  await addJobs(db, 'mail-resolved-bugs', jobs, delaySeconds);
}

/**
 * Mails a reporter which bugs have been resolved in a project, at most once a day. The notices are deleted after the mail was
 * sent, so after a crash in between the next day's mail repeats some.
 */
export async function mailResolvedBugs(context: Context, reporter: Reporter): Promise<void> {
  const { main: db } = context.pools;
  const { last } = await db
    .selectFrom('resolved_notices')
    .select((eb) => eb.fn.max('id').as('last'))
    .where((eb) => eb.and(reporter))
    .executeTakeFirstOrThrow();
  if (last === null) return;
  const bugs = await listResolved(db, reporter, last);
  const waitSeconds = bugs.length > 0 ? await sendMail(context, reporter, bugs) : 0;
  if (waitSeconds > 0) return askForMails(db, [reporter], waitSeconds);
  await db
    .deleteFrom('resolved_notices')
    .where((eb) => eb.and(reporter))
    .where('id', '<=', last)
    .execute();
}

const anHour = 3600;

/** A report can name any address as its reporter, so without a limit a team could mail the world through us. */
const mailsOf = ({ team_id }: ResolvedBug) =>
  ({ name: 'mails about resolved bugs', subject: String(team_id), max: 1_000, per: 'day' }) as const;

async function sendMail(
  context: Context,
  { project_id, address_id }: Reporter,
  bugs: ResolvedBug[],
): Promise<number> {
  if (!(await isWithin(context.limiter, [mailsOf(bugs[0] as ResolvedBug)]))) return anHour;
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

/** What a reporter may know of a report: nothing internal. */
export async function readReport({ secretKey, pools }: Context, token: string): Promise<PublicReport> {
  const link = readDatedLink(secretKey, 'report', token);
  if (link?.hasExpired) throw linkExpired();
  if (!link) throw notFound();
  const report = await pools.main
    .selectFrom('bugs')
    .select(['title', 'status', 'created_at', 'resolved_at'])
    .where('id', '=', link.id)
    .executeTakeFirstOrThrow(notFound);
  // Reporters are not told that the team took their report for spam.
  const status = report.status === 'spam' ? 'closed' : report.status;
  const { title, created_at, resolved_at } = report;
  return { title, status, state: stateWords[status], reported_at: created_at, resolved_at };
}

/** Notices that could not be mailed for three days are no news any more. */
export function forgetResolvedNotices({ pools }: Context): Promise<number> {
  return deleteInPortions(pools.main, 'resolved_notices', sql`created_at < now() - interval '3 days'`);
}

/** A reporter in one project: mails are paced and gathered for each of these pairs. */
interface Reporter {
  project_id: number;
  address_id: number;
}

/**
 * Writes notices for those of these bugs that have a reporter's address and are in projects that notify reporters. Returns
 * these reporters. A bug that was closed by mistake and got its old status back was resolved before that: it is no news.
 */
async function insertResolvedNotices(trx: Trx, resolutions: BugEvent[]): Promise<Reporter[]> {
  const { rows } = await sql<Reporter>`
    with resolved as materialized (
      select bugs.id, bugs.team_id, project_id, fold_ascii(reporter_email) as email
      from (
        select bug_id, min(at) as at
        from unnest(${resolutions.map(({ bug_id }) => bug_id)}::bigint[],
          ${resolutions.map(({ created_at }) => created_at)}::timestamptz[]) as each (bug_id, at)
        group by bug_id
      ) as resolution
      join bugs on bugs.id = resolution.bug_id and bugs.resolved_at >= resolution.at
      join projects on projects.id = bugs.project_id
      where notify_reporters and reporter_email is not null
    ),
    known as (
      insert into mail_addresses (email) select distinct email from resolved order by email
      on conflict (email) do update set seen_at = now()
      returning id, email
    ),
    noted as (
      insert into resolved_notices (team_id, project_id, address_id, bug_id)
      select team_id, project_id, known.id, resolved.id from resolved join known using (email)
      order by resolved.id
      returning project_id, address_id
    )
    select distinct project_id, address_id from noted`.execute(trx);
  return rows;
}

const isBlocked = sql<boolean>`exists (
  select from blocklist_rules
  where blocklist_rules.project_id = bugs.project_id and kind = 'email'
    and fold_ascii(value) in (mail_addresses.email, substring(mail_addresses.email from '@[^@]*$'))
)`;

export interface ResolvedBug {
  id: number;
  team_id: number;
  title: string;
  reporter_email: string;
  /** How many bugs the reporter is to be told of in all; the list may be shorter. */
  total: number;
  /** Of the request that resolved it. */
  request_id: string | null;
}

/**
 * The bugs to tell a reporter of, the newest first. Bugs that have been reopened meanwhile are left out, and there are none
 * for a reporter who has been muted or blocked meanwhile.
 */
async function listResolved(
  db: Db,
  { project_id, address_id }: Reporter,
  lastNotice: number,
): Promise<ResolvedBug[]> {
  const { rows } = await sql<ResolvedBug>`
    select bugs.id, bugs.team_id, title, reporter_email, count(*) over () as total,
      (select request_id from activity where activity.bug_id = bugs.id and activity.kind = 'status_changed'
        order by activity.id desc limit 1)
    from bugs
      join projects on projects.id = bugs.project_id
      join mail_addresses on mail_addresses.email = fold_ascii(reporter_email)
    where bugs.id in (
        select bug_id from resolved_notices
        where address_id = ${address_id} and project_id = ${project_id} and id <= ${lastNotice}
      )
      and mail_addresses.id = ${address_id} and muted_at is null
      and bugs.project_id = ${project_id} and status = 'resolved' and notify_reporters and not ${isBlocked}
    order by bugs.id desc limit ${mostListed}`.execute(db);
  return rows;
}
