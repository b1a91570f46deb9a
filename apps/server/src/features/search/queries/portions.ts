import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { isStatementTooLong } from '../../../db/unreachable.ts';
import { stretchLength } from '../index/queries.ts';
import type { IdRange } from './words.ts';

/** How many bugs match; of those that were looked at, when time was up before all of them were. */
export interface Counted {
  total: number;
  isCapped: boolean;
}

/** What one portion has: how many bugs the way comes by that could match, and how many do. */
export interface Portion {
  passed: number;
  total: number;
}

/** A way to count bugs, one range of ids after the other. */
export interface Way {
  /** How many bugs are looked at, in units of one that has to be read. */
  cost: number;
  /** Which end of the ids it begins at. */
  from: 'newest' | 'oldest';
  /** How many bugs there are by the way. When so many have been passed, there are no more of them. */
  passes: number;
  /** Selects what a portion has. */
  portion(range: IdRange): RawBuilder<Portion>;
}

/** The first portion is small, because what is asked for is often new. */
const firstLength = 2 * stretchLength;
/** After a portion that took less than this comes one of four times as many ids. */
const portionMs = 200;

/**
 * Counts in portions, so that something is known at any time, and that the end of a way is noticed. To be called in a
 * snapshot, because the portions must be of the same moment.
 */
export async function countInPortions(db: Db, way: Way, until: number): Promise<Counted> {
  const end = await selectEnd(db);
  const counted = { passed: 0, total: 0 };
  let length = firstLength;
  for (let done = 0; done < end && counted.passed < way.passes; ) {
    const startedAt = performance.now();
    if (startedAt >= until) return { total: counted.total, isCapped: true };
    const range = rangeOf(way, end, done, Math.min(done + length, end));
    const selected = await inTime(db, until - startedAt, () => way.portion(range).execute(db));
    const portion = selected?.rows[0];
    if (!portion) return { total: counted.total, isCapped: true };
    counted.passed += portion.passed;
    counted.total += portion.total;
    done += length;
    if (performance.now() - startedAt < portionMs) length *= 4;
  }
  return { total: counted.total, isCapped: false };
}

const rangeOf = ({ from }: Way, end: number, first: number, last: number): IdRange =>
  from === 'newest' ? { before: end - first, downTo: end - last } : { before: last, downTo: first };

/** Undefined when the server has ended a statement, because so much time had passed. To be called in a transaction. */
export async function inTime<T>(db: Db, ms: number, work: () => Promise<T>): Promise<T | undefined> {
  const longest = Math.max(Math.round(ms), 1);
  await sql`select set_config('statement_timeout', ${String(longest)}, true)`.execute(db);
  try {
    return await work();
  } catch (error) {
    if (!isStatementTooLong(error)) throw error;
    // The transaction has failed, and another takes its place: whoever began it commits it.
    await sql`rollback and chain`.execute(db);
    return undefined;
  }
}

/** Where the stretch of the newest bug ends: portions should be whole stretches, because the search index is read by them. */
async function selectEnd(db: Db): Promise<number> {
  const { rows } = await sql<{ newest: number }>`select coalesce(max(id), 0) as newest from bugs`.execute(db);
  return (Math.floor((rows[0]?.newest ?? 0) / stretchLength) + 1) * stretchLength;
}
