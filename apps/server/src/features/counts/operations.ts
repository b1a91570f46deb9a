import type { Context } from '../../context.ts';
import { deleteEmptyCounts, foldDeltas, vacuumDeltas } from './queries.ts';

const worthVacuuming = 200;

export async function foldCounts({ db }: Context): Promise<void> {
  if ((await foldDeltas(db)) > worthVacuuming) await vacuumDeltas(db);
}

export async function forgetEmptyCounts({ db }: Context): Promise<void> {
  await deleteEmptyCounts(db);
}
