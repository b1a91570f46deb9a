import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Pagination } from '../../../schema.ts';
import type { Within } from './filter.ts';
import { selectNumbers } from './total.ts';
import { countWithin, type Walk } from './walk.ts';

/** How many ids below a place are looked through at once. Most pages are found among them. */
const nearby = 32_768;

/** Reads so many bugs along a walk, after so many others: their ids, or more of them. */
type Read<T> = (db: Db, walk: Walk, pagination: Pagination, within: Within) => Promise<T[]>;

/**
 * Walks along one page. From a place on, it is not known how many matches are left: when few are nearby, those that have
 * been passed are counted, if they are fewer, so that the walk ends with the last match and not with the oldest bug.
 */
export async function walkPage<T>(
  db: Db,
  walk: Walk,
  { limit, offset, before }: Pagination & { before: number | null },
  total: RawBuilder<number> | number,
  read: Read<T>,
): Promise<T[]> {
  if (before === null) return read(db, walk, { limit, offset }, {});
  const downTo = Math.max(before - nearby, 0);
  const near = await read(db, walk, { limit, offset }, { before, downTo });
  if (near.length === limit || downTo === 0) return near;
  const [newest = 0] = await selectNumbers(db, [sql`(select coalesce(max(id), 0) from bugs)`]);
  const wanted = limit - near.length;
  const left = newest - downTo < downTo ? await countLeft(db, walk, total, downTo) : wanted;
  if (left <= 0) return near;
  const rest = await read(db, walk, { limit: Math.min(wanted, left), offset: 0 }, { before: downTo });
  return [...near, ...rest];
}

async function countLeft(
  db: Db,
  walk: Walk,
  total: RawBuilder<number> | number,
  before: number,
): Promise<number> {
  const passed = countWithin(walk, { downTo: before });
  const [left = 0] = await selectNumbers(db, [sql`(${total} - ${passed})`]);
  return left;
}
