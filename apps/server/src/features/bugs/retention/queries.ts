import { sql } from 'kysely';
import type { Trx } from '../../../db/connection.ts';
import type { SomeBugs } from '../queries/lock.ts';

/**
 * Nobody works on these bugs any more, and nothing about them has changed for so many days: neither their status, nor a
 * comment, a label or anything else. The statuses stand in the text of the statement, because those of the index
 * `bugs_done` do.
 */
const isExpired = (days: number) => sql<boolean>`
  status in ('resolved', 'closed', 'wont_fix', 'spam') and updated_at < now() - make_interval(days => ${days})`;

/** Finds some of the bugs that are due, the longest due first, and locks nothing. */
export async function findExpired(trx: Trx, days: number, limit: number): Promise<SomeBugs> {
  const rows = await trx
    .selectFrom('bugs')
    .select(['id', 'team_id'])
    .where(isExpired(days))
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  return { ids: rows.map(({ id }) => id), teamIds: [...new Set(rows.map(({ team_id }) => team_id))] };
}

/** Those of these bugs, which are locked now, that nobody has changed since they were found. */
export async function selectStillExpired(trx: Trx, days: number, { ids }: SomeBugs): Promise<number[]> {
  const rows = await trx
    .selectFrom('bugs')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .where(isExpired(days))
    .execute();
  return rows.map(({ id }) => id);
}
