import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ActivityAuthor } from '../activity/queries.ts';
import { deleteBugs, lockForDeletion } from './delete.ts';

/** Bugs scanned and deleted per transaction, to keep locks short. */
const portion = { looks: 2_000, deletes: 100 };

const nobody: ActivityAuthor = { actorId: null, via: 'api', requestId: null };

const isExpired = (days: number) => sql<boolean>`
  status in ('resolved', 'closed', 'wont_fix', 'spam') and updated_at < now() - make_interval(days => ${days})`;

/** Sweeps all bugs once a day in id order and deletes those past `RETENTION_DAYS`. */
export async function deleteExpiredBugs(context: Context, stopping: AbortSignal): Promise<void> {
  const { retentionDays: days } = context.config;
  if (days === null) return;
  for (let isOver = false; !isOver && !stopping.aborted; ) {
    const portion = await inTransaction(context.pools.main, (trx) => deletePortion(trx, days));
    context.metrics.deleted.inc({ what: 'bugs' }, portion.deleted);
    isOver = portion.isOver;
  }
}

async function deletePortion(trx: Trx, days: number): Promise<{ deleted: number; isOver: boolean }> {
  // No row if the last sweep ended less than a day ago.
  const sweep = await trx
    .selectFrom('retention_sweep')
    .select('after_id')
    .where(
      sql<boolean>`after_id > 0 or ended_at is null or ended_at not between now() - interval '1 day' and now()`,
    )
    .executeTakeFirst();
  if (!sweep) return { deleted: 0, isOver: true };
  const seen = await trx
    .selectFrom('bugs')
    .select(['id', 'team_id', isExpired(days).as('is_expired')])
    .where('id', '>', sweep.after_id)
    .orderBy('id')
    .limit(portion.looks)
    .execute();
  const expired = seen.filter(({ is_expired }) => is_expired).slice(0, portion.deletes);
  const deleted = expired.length > 0 ? await deleteExpired(trx, days, expired) : 0;
  const last = expired.length === portion.deletes ? expired.at(-1) : seen[portion.looks - 1];
  await trx
    .updateTable('retention_sweep')
    .set(last ? { after_id: last.id } : { after_id: 0, ended_at: sql<Date>`now()` })
    .execute();
  return { deleted, isOver: last === undefined };
}

async function deleteExpired(trx: Trx, days: number, expired: { id: number; team_id: number }[]) {
  const those = { ids: expired.map(({ id }) => id), teamIds: expired.map(({ team_id }) => team_id) };
  const locked = await lockForDeletion(trx, those);
  // A bug may have been reopened before it was locked.
  const still = await trx
    .selectFrom('bugs')
    .select('id')
    .where('id', '=', sql<number>`any(${those.ids})`)
    .where(isExpired(days))
    .execute();
  const ids = new Set(still.map(({ id }) => id));
  const bugs = locked.filter(({ id }) => ids.has(id));
  return deleteBugs(trx, nobody, bugs);
}
