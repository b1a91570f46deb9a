import { sql } from 'kysely';
import { readDatedLink, signExpiringLink } from '../../auth/signed-links.ts';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/sql.ts';
import { ApiError, notFound } from '../../errors.ts';
import { isWithin } from '../../limits/limiter.ts';
import { sendWithDailyLimit } from '../../mail/daily-limit.ts';
import { renderEmail } from '../../mail/email-template.ts';
import { muteUrlOf } from '../../mail/mute-link.ts';
import type { BugEvent, EventHandler } from '../events/bug-events.ts';
import { resolvedEmail } from './email-templates.ts';
import { type PublicReport, stateWords } from './schema.ts';

/** Delay before the email, so that a bug resolved by mistake can be reopened. */
const undoSeconds = 10;
const maxListed = 20;

export const noteResolvedBugs: EventHandler = async (trx, { events }) => {
  const resolutions = events.filter(
    ({ changes }) => (changes.status as { to?: string } | undefined)?.to === 'resolved',
  );
  if (resolutions.length === 0) return;
  const reporters = await insertResolvedNotices(trx, resolutions);
  if (reporters.length > 0) await enqueueMails(trx, reporters, undoSeconds);
};

/** One job per reporter and project. Resolved bugs are collected while it waits. */
async function enqueueMails(db: Db, reporters: Reporter[], delaySeconds: number): Promise<void> {
  const jobs = reporters.map(({ project_id, address_id }) => ({
    payload: { project_id, address_id },
    uniqueKey: `resolved bugs ${project_id} ${address_id}`,
  }));
  await addJobs(db, 'mail-resolved-bugs', jobs, delaySeconds);
}

/**
 * Emails resolved bugs at most once a day. Notices are deleted after sending, so a crash in between may repeat some the next
 * day.
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
  if (waitSeconds > 0) return enqueueMails(db, [reporter], waitSeconds);
  await db
    .deleteFrom('resolved_notices')
    .where((eb) => eb.and(reporter))
    .where('id', '<=', last)
    .execute();
}

const anHour = 3600;

/** Reports can name any address as reporter, so a team's emails are limited. */
const mailsOf = ({ team_id }: ResolvedBug) =>
  ({ name: 'mails about resolved bugs', subject: String(team_id), max: 1_000, per: 'day' }) as const;

async function sendMail(
  context: Context,
  { project_id, address_id }: Reporter,
  bugs: ResolvedBug[],
): Promise<number> {
  if (!(await isWithin(context.limiter, [mailsOf(bugs[0] as ResolvedBug)]))) return anHour;
  const { config, secretKey } = context;
  const message = resolvedEmail({
    bugs,
    urlOf: (bugId) => `${config.baseUrl}/api/v1/reports/${reportLink(secretKey, bugId)}`,
    muteUrl: muteUrlOf(context, address_id),
  });
  const limited = { kind: 'resolved', projectId: project_id, addressId: address_id } as const;
  const waitSeconds = await sendWithDailyLimit(
    context.pools.main,
    context.mailer,
    renderEmail(message),
    limited,
  );
  if (waitSeconds === 0)
    context.log.info(
      { bugs: bugs.map(({ id }) => id), request_ids: bugs.map(({ request_id }) => request_id) },
      'resolved bugs email sent',
    );
  return waitSeconds;
}

const linkDays = 180;

function reportLink(secretKey: string, bugId: number): string {
  const expiresAt = new Date(Date.now() + linkDays * 24 * 3600 * 1000);
  return signExpiringLink(secretKey, 'report', bugId, expiresAt);
}

export const linkExpired = () =>
  new ApiError(410, `This link has expired. It was valid for ${linkDays} days.`);

/** The public part of a report. */
export async function readReport({ secretKey, pools }: Context, token: string): Promise<PublicReport> {
  const link = readDatedLink(secretKey, 'report', token);
  if (link?.hasExpired) throw linkExpired();
  if (!link) throw notFound();
  const report = await pools.main
    .selectFrom('bugs')
    .select(['title', 'status', 'created_at', 'resolved_at'])
    .where('id', '=', link.id)
    .executeTakeFirstOrThrow(notFound);
  // Reporters are not told that their report was marked as spam.
  const status = report.status === 'spam' ? 'closed' : report.status;
  const { title, created_at, resolved_at } = report;
  return { title, status, state: stateWords[status], reported_at: created_at, resolved_at };
}

/** After three days notices are out of date. */
export function deleteOldResolvedNotices({ pools }: Context): Promise<number> {
  return deleteInPortions(pools.main, 'resolved_notices', sql`created_at < now() - interval '3 days'`);
}

/** Emails are limited and collected per reporter and project. */
interface Reporter {
  project_id: number;
  address_id: number;
}

/**
 * Inserts notices for bugs with a reporter address, in projects that notify reporters, and returns the reporters. A bug that
 * was briefly in another status and became resolved again is not news.
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
  /** May exceed the list's length. */
  total: number;
  /** The request that resolved it. */
  request_id: string | null;
}

/** Newest first. Excludes reopened bugs, and everything for muted or blocked reporters. */
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
    order by bugs.id desc limit ${maxListed}`.execute(db);
  return rows;
}
