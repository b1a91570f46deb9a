import { type Severity, severities } from '@skep/vocabulary';
import { sql } from 'kysely';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { renderEmail } from '../../mail/email-template.ts';
import { muteUrlOf } from '../../mail/mute-link.ts';
import { mailedUrlLifetimeMs } from '../../storage/storage.ts';
import { attachmentsOf } from '../attachments/operations.ts';
import type { EventHandler } from '../events/bug-events.ts';
import { type Address, deleteOldAddresses, listening, selectAddress } from './addresses.ts';
import { newBugsEmail } from './email-templates.ts';

/** Delays in seconds: for the image to be requested, for it to arrive, and between emails. */
const waits = { first: 3, forImage: 2, betweenMails: 60 };
const maxListed = 20;

export const noteNewBugs: EventHandler = async (trx, { events }) => {
  const created = events.filter(({ type }) => type === 'bug.created');
  if (created.length === 0) return;
  const addressIds = await insertNotices(trx, created);
  if (addressIds.length > 0) await enqueueMails(trx, addressIds, waits.first);
};

/** One job per address. New bugs are collected while it waits. */
async function enqueueMails(db: Db, addressIds: number[], delaySeconds: number): Promise<void> {
  const jobs = addressIds.map((id) => ({ payload: { address_id: id }, uniqueKey: `new bugs ${id}` }));
  await addJobs(db, 'mail-new-bugs', jobs, delaySeconds);
}

/**
 * Emails new bugs at least once: the position is saved after sending. Then enqueues itself for a minute later, which ends if
 * there is nothing new.
 */
export async function mailNewBugs(context: Context, addressId: number): Promise<void> {
  const { main: db } = context.pools;
  const address = await selectAddress(db, listening, addressId);
  if (!address) return;
  const bugs = await listNewBugs(db, address);
  const [bug] = bugs;
  if (!bug) return;
  if (bug.total === 1 && bug.is_image_coming) return enqueueMails(db, [addressId], waits.forImage);

  await sendMail(context, address, bugs);
  await inTransaction(db, async (trx) => {
    await sql`update notification_addresses set told_up_to = greatest(told_up_to, ${bug.last_notice_id})
      where id = ${addressId}`.execute(trx);
    await deleteSentNotices(trx, address);
    await enqueueMails(trx, [addressId], waits.betweenMails);
  });
}

async function sendMail(context: Context, address: Address, bugs: BugToMail[]): Promise<void> {
  const ids = bugs.map(({ id }) => id);
  const attachments = await attachmentsOf(context, context.pools.main, ids, mailedUrlLifetimeMs);
  const message = newBugsEmail({
    to: address.email,
    projectName: address.project_name,
    bugs,
    imageUrls: new Map([...attachments].map(([bugId, [image]]) => [bugId, image?.url ?? ''])),
    baseUrl: context.config.baseUrl,
    muteUrl: muteUrlOf(context, address.address_id),
  });
  await context.mailer.send(renderEmail(message));
  context.log.info(
    { bugs: ids, request_ids: bugs.map(({ request_id }) => request_id) },
    'new bugs email sent',
  );
}

export async function deleteOldNotices({ pools }: Context): Promise<number> {
  // After three days notices are out of date.
  const isOld = sql`created_at < now() - interval '3 days'`;
  return (await deleteInPortions(pools.main, 'bug_notices', isOld)) + (await deleteOldAddresses(pools.main));
}

/** Inserts notices for projects with recipients. Returns the recipients' ids. */
async function insertNotices(
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

export interface BugToMail {
  id: number;
  title: string;
  excerpt: string;
  severity: Severity;
  /** True for a fresh report whose image was requested but has not arrived. */
  is_image_coming: boolean;
  /** Unsent bugs, counted up to 1,001. */
  total: number;
  last_notice_id: number;
  /** The request that reported it. */
  request_id: string | null;
}

/** Most severe first, then newest. Spam and deleted bugs are left out. */
async function listNewBugs(db: Db, { team_id, project_id, told_up_to }: Address): Promise<BugToMail[]> {
  const { rows } = await sql<BugToMail>`
    with waiting as materialized (
      select id, bug_id, created_at from bug_notices
      where team_id = ${team_id} and project_id = ${project_id} and id > ${told_up_to}
      order by id desc limit 1001
    )
    select bugs.id, title, left(description, 500) as excerpt, severity,
      waiting.created_at between now() - interval '15 seconds' and now() + interval '1 second' and exists (
        select from attachments where attachments.bug_id = bugs.id and uploaded_at is null and not for_comment
      ) as is_image_coming,
      count(*) over () as total,
      (select max(id) from waiting) as last_notice_id,
      (select request_id from activity where activity.bug_id = bugs.id order by activity.id limit 1)
    from waiting join bugs on bugs.id = waiting.bug_id
    where status <> 'spam'
    order by array_position(${[...severities]}::text[], severity) desc, bugs.id desc
    limit ${maxListed}`.execute(db);
  return rows;
}

/** Deletes notices that were sent to every recipient. */
async function deleteSentNotices(trx: Trx, { team_id, project_id }: Address): Promise<void> {
  await sql`delete from bug_notices where team_id = ${team_id} and project_id = ${project_id} and id <= (
    select min(told_up_to) from ${listening} and project_id = ${project_id}
  )`.execute(trx);
}
