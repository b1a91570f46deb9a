import type { Context } from '../../context.ts';
import { deleteEmptyCounts, foldDeltas, vacuumDeltas } from './queries.ts';

/** Nobody is told of anything newer than a transaction that is still running (see features/events): it must be short. */
const atOnce = 10_000;
const worthVacuuming = 200;

export async function foldCounts({ db }: Context): Promise<void> {
  let folded: number;
  let total = 0;
  do {
    folded = await foldDeltas(db, atOnce);
    total += folded;
  } while (folded === atOnce && total < atOnce * 20);
  if (total > worthVacuuming) await vacuumDeltas(db);
}

export async function forgetEmptyCounts({ db }: Context): Promise<void> {
  await deleteEmptyCounts(db);
}
