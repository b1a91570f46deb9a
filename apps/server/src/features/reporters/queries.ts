import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/portions.ts';

/** A reporter in one project: mails are paced and gathered for each of these pairs. */
export interface Reporter {
  project_id: number;
  address_id: number;
}

/** When a bug became resolved, or got that status back. */
export interface Resolution {
  bug_id: number;
  created_at: Date;
}

/**
 * Writes notices for those of these bugs that have a reporter's address and are in projects that notify reporters. Answers
 * these reporters. A bug that was closed by mistake and got its old status back was resolved before that: it is no news.
 */
export async function insertResolvedNotices(trx: Trx, resolutions: Resolution[]): Promise<Reporter[]> {
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

/** The id of the last notice for a reporter; undefined when there is none. */
export async function findLastNotice(db: Db, reporter: Reporter): Promise<number | undefined> {
  const { last } = await db
    .selectFrom('resolved_notices')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('address_id', '=', reporter.address_id)
    .where('project_id', '=', reporter.project_id)
    .executeTakeFirstOrThrow();
  return last ?? undefined;
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
export async function listResolved(
  db: Db,
  { project_id, address_id }: Reporter,
  { upTo, limit }: { upTo: number; limit: number },
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
        where address_id = ${address_id} and project_id = ${project_id} and id <= ${upTo}
      )
      and mail_addresses.id = ${address_id} and muted_at is null
      and bugs.project_id = ${project_id} and status = 'resolved' and notify_reporters and not ${isBlocked}
    order by bugs.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function deleteNotices(
  db: Db,
  { project_id, address_id }: Reporter,
  upTo: number,
): Promise<void> {
  await sql`delete from resolved_notices
    where address_id = ${address_id} and project_id = ${project_id} and id <= ${upTo}`.execute(db);
}

/** Deletes notices that could not be mailed for three days: they are no news any more. */
export function deleteOldResolvedNotices(db: Db): Promise<number> {
  return deleteInPortions(db, 'resolved_notices', sql`created_at < now() - interval '3 days'`);
}

export function findReport(db: Db, bugId: number) {
  return db
    .selectFrom('bugs')
    .select(['title', 'status', 'created_at', 'resolved_at'])
    .where('id', '=', bugId)
    .executeTakeFirst();
}
