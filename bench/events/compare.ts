import type { SeedData } from './seed.ts';
import type { Ledger } from './streams.ts';

export async function lastActivity({ db }: SeedData): Promise<number> {
  const row = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface Compared {
  recorded: number;
  delivered: number;
  lost: number;
  duplicated: number;
  outOfOrder: number;
  ended: number;
  delays: number[];
}

/**
 * Compares the events of each stream with the activity of its team: no gaps, and in order for each bug. Delays are measured on
 * streams that stayed open.
 */
export async function compareLedgers(
  { db, users }: SeedData,
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
    recorded: rows.length,
    delivered: 0,
    lost: 0,
    duplicated: 0,
    outOfOrder: 0,
    ended: 0,
    delays: [],
  };
  for (const { userId, ids, times, wasInterrupted, isOpen } of ledgers) {
    const expected = (byTeam.get(teamOf.get(userId) ?? 0) ?? []).map(({ id }) => id);
    const received = new Set(ids);
    result.delivered += ids.length;
    result.lost += expected.filter((id) => !received.has(id)).length;
    result.duplicated += ids.length - received.size;
    if (!isInOrder(Map.groupBy(ids, (id) => bugOf.get(id)))) result.outOfOrder++;
    if (!isOpen) result.ended++;
    if (!wasInterrupted)
      ids.forEach((id, index) => {
        result.delays.push((times[index] ?? 0) - (createdAt.get(id) ?? 0));
      });
  }
  return result;
}

const isInOrder = (idsOfBugs: Map<unknown, number[]>) =>
  [...idsOfBugs.values()].every((ids) => ids.every((id, index) => id >= (ids[index - 1] ?? 0)));
