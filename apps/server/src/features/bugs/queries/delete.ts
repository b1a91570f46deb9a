import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/connection.ts';
import type { ActivityAuthor } from '../../activity/queries.ts';
import { discardAttachmentsOfBugs } from '../../attachments/queries.ts';
import { intoOutbox } from '../../events/outbox.ts';
import { lockDuplicateLinks } from '../duplicates/queries.ts';
import type { SomeBugs } from './lock.ts';

/** A condition on `bugs` that selects the same bugs until they are deleted. */
type BugCondition = RawBuilder<unknown>;

const isAmong = ({ ids, teamIds }: SomeBugs): BugCondition =>
  sql`bugs.id = any(${ids}) and bugs.team_id = any(${teamIds})`;

/** To be called before `deleteBugs`, and before any of the bugs is locked otherwise. */
export async function lockForDeletion(trx: Trx, bugs: SomeBugs): Promise<void> {
  await lockWithDuplicates(trx, isAmong(bugs));
}

/** Deletes those of these bugs that are in these teams, and writes an activity for each. Returns how many they are. */
export async function deleteBugs(trx: Trx, by: ActivityAuthor, bugs: SomeBugs): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from bugs where ${isAmong(bugs)}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await deleteDependents(trx, ids);
  await sql`
    with deleted as (delete from bugs where id = any(${ids}) returning id, team_id, project_id),
    noted as (
      insert into activity (team_id, project_id, bug_id, kind, actor_id, via, created_at, request_id)
      select team_id, project_id, id, 'deleted', ${by.actorId}, ${by.via}, now(), ${by.requestId}::uuid
      from deleted order by id
      returning id, team_id, bug_id
    )
    ${sql.raw(intoOutbox)}`.execute(trx);
  await discardAttachmentsOfBugs(trx, ids);
  return ids.length;
}

/**
 * How many bugs one call deletes. While they are locked, the dispatcher may have to wait for one of them, and the next
 * events of all projects wait behind it (head-of-line blocking).
 */
const bugsPerPortion = 500;

/** Deletes the project's next bugs after this id. Returns the last id that was deleted, or undefined when no more are left. */
export async function deleteSomeBugsOfProject(
  trx: Trx,
  projectId: number,
  afterId: number,
): Promise<number | undefined> {
  const some = trx.selectFrom('bugs').select('id').where('project_id', '=', projectId);
  const rows = await some.where('id', '>', afterId).orderBy('id').limit(bugsPerPortion).execute();
  const ids = rows.map(({ id }) => id);
  const condition = sql`bugs.id = any(${ids})`;
  await lockWithDuplicates(trx, condition);
  await deleteDependents(trx, ids);
  await sql`delete from bugs where ${condition}`.execute(trx);
  await discardAttachmentsOfBugs(trx, ids);
  return ids.length === bugsPerPortion ? ids.at(-1) : undefined;
}

/**
 * Deletes everything that belongs to bugs, which are locked. This comes before the bugs are deleted: when a label is taken
 * off, its counts change by the bug's status and severity, which have to be there still. The ids are given as they are: for
 * a join with the bugs, PostgreSQL reads all activity that there is.
 */
async function deleteDependents(trx: Trx, ids: number[]): Promise<void> {
  await sql`delete from bug_labels where bug_id = any(${ids})`.execute(trx);
  await sql`delete from comments where bug_id = any(${ids})`.execute(trx);
  await sql`delete from activity where bug_id = any(${ids})`.execute(trx);
  await deleteEventsOfBugs(trx, ids);
  await sql`
    update bugs as duplicates set duplicate_of_id = null, revision = revision + 1
    where duplicate_of_id = any(${ids})`.execute(trx);
}

/**
 * Locks the bugs and their duplicates, which lose their link, all in order of id. Whoever writes something that belongs to
 * a bug locks the bug first, so after this nothing is added to what is to be deleted.
 */
async function lockWithDuplicates(trx: Trx, condition: BugCondition): Promise<void> {
  await lockDuplicateLinks(trx, condition);
  await sql`
    with locked as (
      select from bugs where id in (
        select id from bugs where ${condition}
        union all
        select duplicates.id from bugs join bugs as duplicates on duplicates.duplicate_of_id = bugs.id where ${condition}
      )
      order by id for update
    )
    select count(*) from locked`.execute(trx);
}

/**
 * Deletes the webhook events of bugs, which are locked already, with their deliveries, whether sent or still to be sent.
 * Whoever is making the body of an event has the event locked, and is waited for first.
 */
async function deleteEventsOfBugs(trx: Trx, ids: number[]): Promise<void> {
  const events = sql`select id from webhook_events where bug_id = any(${ids})`;
  await sql`
    with locked as (${events} order by id for update) select count(*) from locked`.execute(trx);
  await sql`
    with locked as (select from webhook_deliveries where event_id in (${events}) order by id for update)
    select count(*) from locked`.execute(trx);
  await sql`delete from webhook_deliveries where event_id in (${events})`.execute(trx);
  await sql`delete from webhook_events where bug_id = any(${ids})`.execute(trx);
}
