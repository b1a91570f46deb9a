import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/connection.ts';
import type { ActivityAuthor } from '../../activity/queries.ts';
import { discardAttachmentsOfBugs } from '../../attachments/queries.ts';
import { lockDuplicateLinks } from '../duplicates/queries.ts';

/** A condition on `bugs`, which holds for the same bugs until they are gone. */
type Those = RawBuilder<unknown>;

/** Deletes those of these bugs that are in these teams, and notes that for each of them; says how many they are. */
export async function deleteBugs(
  trx: Trx,
  by: ActivityAuthor,
  { ids, teamIds }: { ids: number[]; teamIds: number[] },
): Promise<number> {
  const those = sql`bugs.id = any(${ids}) and bugs.team_id = any(${teamIds})`;
  await lockWithDuplicates(trx, those);
  await deleteDependents(trx, those);
  const { rows } = await sql<{ id: number }>`
    with deleted as (delete from bugs where ${those} returning id, team_id, project_id),
    noted as (
      insert into activity (team_id, project_id, bug_id, kind, actor_id, via, created_at)
      select team_id, project_id, id, 'deleted', ${by.actorId}, ${by.via}, now() from deleted order by id
    )
    select id from deleted`.execute(trx);
  const deletedIds = rows.map(({ id }) => id);
  await discardAttachmentsOfBugs(trx, deletedIds);
  return deletedIds.length;
}

/** While they go, nobody can be told of them: the next events of all projects wait. */
const portion = 500;

/** Deletes the first of the project's bugs after this one, and says which was the last; undefined when there are no more. */
export async function deleteSomeBugsOfProject(
  trx: Trx,
  projectId: number,
  afterId: number,
): Promise<number | undefined> {
  const some = trx.selectFrom('bugs').select('id').where('project_id', '=', projectId);
  const rows = await some.where('id', '>', afterId).orderBy('id').limit(portion).execute();
  const ids = rows.map(({ id }) => id);
  const those = sql`bugs.id = any(${ids})`;
  await lockWithDuplicates(trx, those);
  await deleteDependents(trx, those);
  await sql`delete from bugs where ${those}`.execute(trx);
  await discardAttachmentsOfBugs(trx, ids);
  return ids.length === portion ? ids.at(-1) : undefined;
}

/** All that hangs on bugs. Labels are counted as what their bugs are when they go, so the bugs must be there still. */
async function deleteDependents(trx: Trx, those: Those): Promise<void> {
  const ids = sql`select id from bugs where ${those}`;
  await sql`delete from bug_labels where bug_id in (${ids})`.execute(trx);
  await sql`delete from comments where bug_id in (${ids})`.execute(trx);
  await sql`delete from activity where bug_id in (${ids})`.execute(trx);
  await deleteEventsOfBugs(trx, ids);
  await sql`update bugs as duplicates set duplicate_of_id = null where duplicate_of_id in (${ids})`.execute(
    trx,
  );
}

/**
 * Whoever writes something of a bug locks it first, so from here on nothing comes to what has to go. Duplicates lose their
 * link, so they are locked too, all in order of id.
 */
async function lockWithDuplicates(trx: Trx, those: Those): Promise<void> {
  await lockDuplicateLinks(trx, those);
  await sql`
    with locked as (
      select from bugs where id in (
        select id from bugs where ${those}
        union all
        select duplicates.id from bugs join bugs as duplicates on duplicates.duplicate_of_id = bugs.id where ${those}
      )
      order by id for update
    )
    select count(*) from locked`.execute(trx);
}

/**
 * Forgets what webhooks were told of bugs, which are locked, and what they still had to be told; `ids` is a selection.
 * Whoever is making a body holds its event, so they are waited for first.
 */
async function deleteEventsOfBugs(trx: Trx, ids: RawBuilder<unknown>): Promise<void> {
  const events = sql`select id from webhook_events where bug_id in (${ids})`;
  await sql`
    with locked as (${events} order by id for update) select count(*) from locked`.execute(trx);
  await sql`
    with locked as (select from webhook_deliveries where event_id in (${events}) order by id for update)
    select count(*) from locked`.execute(trx);
  await sql`delete from webhook_deliveries where event_id in (${events})`.execute(trx);
  await sql`delete from webhook_events where bug_id in (${ids})`.execute(trx);
}
