import { type Severity, severities } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { deleteInPortions } from '../../../db/portions.ts';
import { type Address, listening } from './addresses.ts';

/** Writes notices of these bugs in projects where somebody gets mails about them, and answers the ids of these addresses. */
export async function insertNotices(
  trx: Trx,
  bugs: { team_id: number; project_id: number; bug_id: number }[],
): Promise<number[]> {
  const teamIds = bugs.map(({ team_id }) => team_id);
  const projectIds = bugs.map(({ project_id }) => project_id);
  const bugIds = bugs.map(({ bug_id }) => bug_id);
  const { rows } = await sql<{ id: number }>`
    with listening as materialized (
      select notification_addresses.id, project_id from ${listening}
      and project_id = any(${[...new Set(projectIds)]})
    ),
    noted as (
      insert into bug_notices (team_id, project_id, bug_id)
      select team_id, project_id, bug_id
      from unnest(${teamIds}::bigint[], ${projectIds}::bigint[], ${bugIds}::bigint[]) with ordinality
        as new (team_id, project_id, bug_id, n)
      where project_id in (select project_id from listening)
      order by n
    )
    select id from listening`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A new bug that is about to be mailed to an address. */
export interface BugToMail {
  id: number;
  title: string;
  excerpt: string;
  severity: Severity;
  /** Whether the bug was reported just now and its reporter has asked where to upload an image that is not there yet. */
  is_image_coming: boolean;
  /** How many bugs this address has not been told of in all, counted up to 1,001. */
  total: number;
  last_notice_id: number;
  /** Of the request that reported it. */
  request_id: string | null;
}

/** The bugs to mail to an address: the most severe first, then the newest. Spam and deleted bugs are left out. */
export async function listNewBugs(
  db: Db,
  { team_id, project_id, told_up_to }: Pick<Address, 'team_id' | 'project_id' | 'told_up_to'>,
  limit: number,
): Promise<BugToMail[]> {
  const { rows } = await sql<BugToMail>`
    with waiting as materialized (
      select id, bug_id, created_at from bug_notices
      where team_id = ${team_id} and project_id = ${project_id} and id > ${told_up_to}
      order by id desc limit 1001
    )
    select bugs.id, title, left(description, 500) as excerpt, severity,
      waiting.created_at between now() - interval '15 seconds' and now() + interval '1 second' and exists (
        select from attachments where attachments.bug_id = bugs.id and uploaded_at is null
      ) as is_image_coming,
      count(*) over () as total,
      (select max(id) from waiting) as last_notice_id,
      (select request_id from activity where activity.bug_id = bugs.id order by activity.id limit 1)
    from waiting join bugs on bugs.id = waiting.bug_id
    where status <> 'spam'
    order by array_position(${[...severities]}::text[], severity) desc, bugs.id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function markTold(trx: Trx, addressId: number, lastNoticeId: number): Promise<void> {
  await sql`update notification_addresses set told_up_to = greatest(told_up_to, ${lastNoticeId})
    where id = ${addressId}`.execute(trx);
}

/** Deletes the notices that every address of the project has been told of. */
export async function deleteToldNotices(
  trx: Trx,
  { team_id, project_id }: Pick<Address, 'team_id' | 'project_id'>,
): Promise<void> {
  await sql`delete from bug_notices where team_id = ${team_id} and project_id = ${project_id} and id <= (
    select min(told_up_to) from ${listening} and project_id = ${project_id}
  )`.execute(trx);
}

/** Deletes notices that could not be mailed for three days: they are no news any more. */
export function deleteOldNotices(db: Db): Promise<number> {
  return deleteInPortions(db, 'bug_notices', sql`created_at < now() - interval '3 days'`);
}
