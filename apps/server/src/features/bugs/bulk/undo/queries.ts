import { sql } from 'kysely';
import type { Db, Trx } from '../../../../db/connection.ts';
import { deleteInPortions } from '../../../../db/portions.ts';
import type { ActivityAuthor } from '../../../activity/queries.ts';
import { makeChange } from '../../change/queries/many.ts';
import type { SomeBugs } from '../../queries/lock.ts';

const lifetime = sql`interval '10 minutes'`;

export type LockedBatch = NonNullable<Awaited<ReturnType<typeof lockBatch>>>;

/** Locks a batch, so that it is undone once. Undefined when it is over, has been undone, or is somebody else's. */
export function lockBatch(trx: Trx, userId: number, id: number) {
  return trx
    .selectFrom('bulk_batches')
    .select(['id', 'bug_ids', 'added_label', 'removed_label'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - ${lifetime}`)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteBatch(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('bulk_batches').where('id', '=', id).execute();
}

export function deleteOldBatches(db: Db): Promise<number> {
  return deleteInPortions(db, 'bulk_batches', sql`created_at <= now() - ${lifetime}`);
}

/** The batch bug by bug, with what each had before. */
const former = (batchId: number) => sql`(
  select former.* from bulk_batches cross join lateral
    unnest(bug_ids, revisions, statuses, severities, assignee_ids, resolved_ats)
      as former (bug_id, revision, status, severity, assignee_id, resolved_at)
  where bulk_batches.id = ${batchId}
) as former`;

/** Whoever is to get a bug back stays in its team until the transaction ends, or has left it already. */
export async function lockFormerAssignees(trx: Trx, teamIds: number[], batchId: number): Promise<void> {
  await sql`
    select from memberships where (team_id, user_id) in (
      select bugs.team_id, former.assignee_id from ${former(batchId)} join bugs on bugs.id = former.bug_id
      where bugs.team_id = any(${teamIds}) and former.assignee_id is distinct from bugs.assignee_id
    )
    order by team_id, user_id for key share`.execute(trx);
}

/** Selects the bugs of a batch, which are locked, that nobody has changed since. */
export async function selectUnchanged(trx: Trx, batchId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select bugs.id from ${former(batchId)} join bugs on bugs.id = bug_id and bugs.revision = former.revision`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Gives bugs back what they had before the batch. Those whose assignee has left the team meanwhile are left alone. */
export async function restoreBugs(
  trx: Trx,
  by: ActivityAuthor,
  bugs: SomeBugs,
  batchId: number,
): Promise<number> {
  const values = sql`
    select known.*, former.status as new_status, former.severity as new_severity,
      former.assignee_id as new_assignee_id, former.resolved_at as new_resolved_at
    from known join ${former(batchId)} on former.bug_id = known.id
    where former.assignee_id is null or former.assignee_id is not distinct from known.assignee_id
      or exists (
        select from memberships where team_id = known.team_id and user_id = former.assignee_id
      )`;
  const { changed } = await makeChange(trx, by, bugs, { values });
  return changed;
}
