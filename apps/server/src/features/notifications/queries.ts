import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import type { Severity } from '../../triage.ts';

/** Notes these bugs where somebody wants to know of them; says the ids of those addresses. */
export async function insertNotices(
  trx: Trx,
  bugs: { project_id: number; bug_id: number }[],
): Promise<number[]> {
  const projectIds = bugs.map(({ project_id }) => project_id);
  const bugIds = bugs.map(({ bug_id }) => bug_id);
  const { rows } = await sql<{ id: number }>`
    with listening as (
      select id, project_id from notification_addresses
      where project_id = any(${[...new Set(projectIds)]}) and muted_at is null
    ),
    noted as (
      insert into bug_notices (project_id, bug_id)
      select project_id, bug_id
      from unnest(${projectIds}::bigint[], ${bugIds}::bigint[]) with ordinality as new (project_id, bug_id, n)
      where project_id in (select project_id from listening)
      order by n
    )
    select id from listening`.execute(trx);
  return rows.map(({ id }) => id);
}

export type Address = NonNullable<Awaited<ReturnType<typeof findAddress>>>;

/** Undefined when it is not among the project's addresses any more. */
export function findAddress(db: Db, id: number) {
  return db
    .selectFrom('notification_addresses')
    .innerJoin('projects', 'projects.id', 'notification_addresses.project_id')
    .select([
      'notification_addresses.id',
      'notification_addresses.project_id',
      'notification_addresses.email',
      'notification_addresses.told_up_to',
      'projects.name as project_name',
      sql<boolean>`muted_at is not null`.as('is_muted'),
    ])
    .where('notification_addresses.id', '=', id)
    .executeTakeFirst();
}

export interface NewBug {
  id: number;
  title: string;
  excerpt: string;
  severity: Severity;
  /** It was reported just now, and somebody has asked where to upload an image. */
  is_image_coming: boolean;
  /** Of all that this address has not been told of; more than 1,000 are not counted. */
  total: number;
  last_notice_id: number;
}

/** What this address is to be told: the most severe, then the newest. Spam, and what has been deleted, is left out. */
export async function listNewBugs(
  db: Db,
  { project_id, told_up_to }: Pick<Address, 'project_id' | 'told_up_to'>,
  limit: number,
): Promise<NewBug[]> {
  const { rows } = await sql<NewBug>`
    with waiting as materialized (
      select id, bug_id, created_at from bug_notices
      where project_id = ${project_id} and id > ${told_up_to}
      order by id desc limit 1001
    )
    select bugs.id, title, left(description, 500) as excerpt, severity,
      waiting.created_at > now() - interval '15 seconds' and exists (
        select from attachments where attachments.bug_id = bugs.id and uploaded_at is null
      ) as is_image_coming,
      count(*) over () as total,
      (select max(id) from waiting) as last_notice_id
    from waiting join bugs on bugs.id = waiting.bug_id
    where status <> 'spam'
    order by array_position(array['critical', 'high', 'medium', 'low'], severity), bugs.id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function markTold(trx: Trx, addressId: number, lastNoticeId: number): Promise<void> {
  await sql`update notification_addresses set told_up_to = greatest(told_up_to, ${lastNoticeId})
    where id = ${addressId}`.execute(trx);
}

/** Of those that everybody has been told of. */
export async function deleteToldNotices(trx: Trx, projectId: number): Promise<void> {
  await sql`delete from bug_notices where project_id = ${projectId} and id <= (
    select min(told_up_to) from notification_addresses where project_id = ${projectId} and muted_at is null
  )`.execute(trx);
}

/** What could not be mailed for so long is no news any more. */
export async function deleteOldNotices(db: Db): Promise<void> {
  await sql`delete from bug_notices where created_at < now() - interval '3 days'`.execute(db);
}

const lastNotice = (projectId: number) =>
  sql`coalesce((select max(id) from bug_notices where project_id = ${projectId}), 0)`;

/** To be called in the transaction that changes `notification_emails`, after it. New ones hear of what comes from now on. */
export async function followNotificationEmails(trx: Trx, projectId: number): Promise<void> {
  await sql`
    delete from notification_addresses where project_id = ${projectId} and fold_ascii(email) not in (
      select fold_ascii(listed) from projects cross join lateral unnest(notification_emails) as listed
      where id = ${projectId}
    )`.execute(trx);
  await sql`
    insert into notification_addresses (project_id, email, told_up_to)
    select distinct on (fold_ascii(listed)) id, listed, ${lastNotice(projectId)}
    from projects cross join lateral unnest(notification_emails) with ordinality as given (listed, n)
    where id = ${projectId}
    order by fold_ascii(listed), n
    on conflict (project_id, fold_ascii(email)) do update set email = excluded.email`.execute(trx);
}

export async function muteAddress(db: Db, id: number): Promise<void> {
  await sql`update notification_addresses set muted_at = coalesce(muted_at, now()) where id = ${id}`.execute(
    db,
  );
}

/** What came while it was muted is not told afterwards. */
export async function unmuteAddress(db: Db, { id, project_id }: Address): Promise<void> {
  await sql`update notification_addresses set muted_at = null, told_up_to = ${lastNotice(project_id)}
    where id = ${id} and muted_at is not null`.execute(db);
}
