import { sql } from 'kysely';
import type { Trx } from '../../db/connection.ts';
import { lockFrom, noteLock } from '../../db/locks.ts';
import { bugsToLock, changeBugs, type LockedBug, lockBugs, type SomeBugs } from '../activity/change-bugs.ts';
import { type ActivityAuthor, insertActivity } from '../activity/queries.ts';
import { discardAttachmentsOfBugs } from '../attachments/queries.ts';
import { removeFromIndex } from '../search/search.ts';

/** Locks the bugs and the duplicates that will lose their link, in id order. */
export async function lockForDeletion(trx: Trx, those: SomeBugs): Promise<LockedBug[]> {
  const duplicates = await trx
    .selectFrom('bugs')
    .select('id')
    .where('duplicate_of_id', '=', sql<number>`any(${those.ids})`)
    .where('team_id', '=', sql<number>`any(${those.teamIds})`)
    .execute();
  await lockFrom(trx, 'bugs')
    .select('id')
    .where('id', '=', sql<number>`any(${[...those.ids, ...duplicates.map(({ id }) => id)]})`)
    .where('team_id', '=', sql<number>`any(${those.teamIds})`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return lockBugs(trx, those);
}

/** Deletes bugs locked by `lockForDeletion` and all their data. Without an author no event is written. */
export async function deleteBugs(
  trx: Trx,
  author: ActivityAuthor | null,
  bugs: LockedBug[],
): Promise<number> {
  const ids = bugs.map(({ id }) => id);
  const isAmong = sql<number>`any(${ids})`;
  const duplicates = await bugsToLock(trx)
    .where('duplicate_of_id', '=', isAmong)
    .where('id', '!=', sql<number>`all(${ids})`)
    .execute();
  await changeBugs(trx, null, duplicates, () => ({ duplicate_of_id: null }));
  for (const table of ['bug_labels', 'comments', 'activity'] as const)
    await trx.deleteFrom(table).where('bug_id', '=', isAmong).execute();
  await deleteEventsOfBugs(trx, ids);
  await removeFromIndex(trx, ids);
  await trx.deleteFrom('bugs').where('id', '=', isAmong).execute();
  await discardAttachmentsOfBugs(trx, ids);
  if (author)
    await insertActivity(
      trx,
      author,
      bugs.map((bug) => ({ bug, kind: 'deleted', changes: null })),
    );
  return bugs.length;
}

export async function deleteBugsOfProject(trx: Trx, projectId: number, limit = Number.MAX_SAFE_INTEGER) {
  const rows = await trx
    .selectFrom('bugs')
    .select(['id', 'team_id'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(limit)
    .execute();
  const teamIds = [...new Set(rows.map(({ team_id }) => team_id))];
  await deleteBugs(trx, null, await lockForDeletion(trx, { ids: rows.map(({ id }) => id), teamIds }));
  return rows.length;
}

/** Waits for deliveries that are rendering such an event: they hold its lock. */
async function deleteEventsOfBugs(trx: Trx, bugIds: number[]): Promise<void> {
  const rows = await lockFrom(trx, 'webhook_events')
    .select('id')
    .where('bug_id', '=', sql<number>`any(${bugIds})`)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length === 0) return;
  const isAmong = sql<string>`any(${rows.map(({ id }) => id)})`;
  noteLock(trx, 'webhook_deliveries');
  await sql`select from webhook_deliveries where event_id = ${isAmong} order by id for update`.execute(trx);
  await trx.deleteFrom('webhook_deliveries').where('event_id', '=', isAmong).execute();
  await trx.deleteFrom('webhook_events').where('id', '=', isAmong).execute();
}
