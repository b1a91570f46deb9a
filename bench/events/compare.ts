import type { Filled } from './fill.ts';
import type { Ledger } from './streams.ts';

export async function lastActivity({ db }: Filled): Promise<number> {
  const row = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface Compared {
  noted: number;
  delivered: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  ended: number;
  delays: number[];
}

/**
 * Compares what each stream has received with the activity of its team, which must come without gaps and in order for each
 * bug. Delays are measured on streams that stayed open.
 */
export async function compareLedgers(
  { db, users }: Filled,
  lastId: number,
  ledgers: Ledger[],
): Promise<Compared> {
  const rows = await db
    .selectFrom('activity')
    .select(['id', 'team_id', 'bug_id', 'created_at'])
    .where('id', '>', lastId)
    .orderBy('id')
    .execute();
  const createdAt = new Map(rows.map((row) => [row.id, row.created_at.getTime()]));
  const bugOf = new Map(rows.map((row) => [row.id, row.bug_id]));
  const byTeam = Map.groupBy(rows, ({ team_id }) => team_id);
  const teamOf = new Map(users.map(({ id, teamId }) => [id, teamId]));
  const result: Compared = {
    noted: rows.length,
    delivered: 0,
    lost: 0,
    doubled: 0,
    outOfOrder: 0,
    ended: 0,
    delays: [],
  };
  for (const { userId, ids, times, hasLeft, isOpen } of ledgers) {
    const expected = (byTeam.get(teamOf.get(userId) ?? 0) ?? []).map(({ id }) => id);
    const got = new Set(ids);
    result.delivered += ids.length;
    result.lost += expected.filter((id) => !got.has(id)).length;
    result.doubled += ids.length - got.size;
    if (!isInOrder(Map.groupBy(ids, (id) => bugOf.get(id)))) result.outOfOrder++;
    if (!isOpen) result.ended++;
    if (!hasLeft)
      ids.forEach((id, index) => {
        result.delays.push((times[index] ?? 0) - (createdAt.get(id) ?? 0));
      });
  }
  return result;
}

const isInOrder = (idsOfBugs: Map<unknown, number[]>) =>
  [...idsOfBugs.values()].every((ids) => ids.every((id, index) => id >= (ids[index - 1] ?? 0)));
