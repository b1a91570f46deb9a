import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Database, Db } from '../../db/connection.ts';
import { unavailable } from '../../errors.ts';
import type { Filters, Search } from './queries/filter.ts';
import { findBugIds } from './queries/find.ts';
import { termsOf } from './queries/terms.ts';
import { selectNumbers, totalOf } from './queries/total.ts';
import { measureWalk, selectIds, shortestWalk } from './queries/walk.ts';

/** Which part of a list is asked for: so many bugs, after so many others, or with ids below one. */
export interface Page {
  limit: number;
  offset: number;
  before: number | null;
}

/** How many bugs match. A search counts up to a thousand of them, and says when there are more. */
export interface Total {
  total: number;
  total_capped?: boolean;
}

/** Finds the ids of one page of the bugs that match, newest first, and counts all that match, whatever the page. */
export function findPage(
  context: Context,
  actor: Actor,
  filters: Filters,
  page: Page,
): Promise<Total & { ids: number[] }> {
  return withConnection(context, actor, filters, (db) => readPage(db, filters, page));
}

/** Finds the newest bugs that match, and counts all that do, both at the same moment: in one snapshot of the database. */
export function findAtOnce(
  context: Context,
  actor: Actor,
  filters: Filters,
  limit: number,
): Promise<Total & { ids: number[] }> {
  const page = { limit, offset: 0, before: null };
  return withConnection(context, actor, filters, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => readPage(trx, filters, page)),
  );
}

function readPage(db: Db, filters: Filters, page: Page): Promise<Total & { ids: number[] }> {
  const { search } = filters;
  return search ? searchPage(db, { ...filters, search }, page) : chooseList(filters)(db, filters, page);
}

/** How long counting may take altogether, with all waiting for one another. */
const patienceMs = 10_000;

/**
 * Counts the bugs that match each of these filters. Those that kept counts can tell are told by one statement. The others
 * are looked for one after the other, each with a connection of its own, so that the user's other searches take turns.
 */
export async function countMatches(context: Context, actor: Actor, filters: Filters[]): Promise<Total[]> {
  const known = filters.map(knownTotal);
  const numbers = await selectNumbers(
    context.pools.main,
    known.filter((total) => total !== undefined),
  );
  const startedAt = Date.now();
  const totals: Total[] = [];
  for (const [index, each] of filters.entries()) {
    if (Date.now() - startedAt > patienceMs)
      throw unavailable('Counting took too long; ask for fewer counts at once, or narrow them with filters');
    totals.push(known[index] ? { total: numbers.shift() ?? 0 } : await countByLooking(context, actor, each));
  }
  return totals;
}

async function countByLooking(context: Context, actor: Actor, filters: Filters): Promise<Total> {
  const { ids: _none, ...total } = await findPage(context, actor, filters, {
    limit: 0,
    offset: 0,
    before: null,
  });
  return total;
}

const knownTotal = (filters: Filters) => (filters.search ? undefined : totalOf(filters));

const isLookedUp = (filters: Filters) => termsOf(filters).length > 0;

/** Statements whose cost the user chooses with the filters do not run on the connections of all requests. */
const withConnection = <T>(
  { pools }: Context,
  actor: Actor,
  filters: Filters,
  work: (db: Database) => Promise<T>,
): Promise<T> =>
  knownTotal(filters) && !isLookedUp(filters)
    ? work(pools.main)
    : pools.search.run(actor, filters.teamIds, work);

const chooseList = (filters: Filters) => (isLookedUp(filters) ? lookedUpPage : listPage);

/**
 * Finds bugs by the search index. Where kept counts cannot tell the total, all matches are found and counted, unless a walk
 * along a list comes by fewer bugs. How many a reporter has reported is not known before; they are taken to be few.
 */
async function lookedUpPage(db: Db, filters: Filters, page: Page): Promise<Total & { ids: number[] }> {
  const { limit, offset, before } = page;
  const known = totalOf(filters);
  if (known) {
    const [total = 0] = await selectNumbers(db, [known]);
    const wanted = Math.min(limit, total - offset);
    const count = offset + wanted;
    const ids = wanted > 0 ? await findBugIds(db, filters, undefined, { before, count }) : [];
    return { ids: ids.slice(offset), total };
  }
  if (filters.reporter === undefined && (await isWalkShorter(db, filters)))
    return listPage(db, filters, page);
  const all = await findBugIds(db, filters, undefined, { before: null, count: everything });
  const from = before === null ? all : all.filter((id) => id < before);
  return { ids: from.slice(offset, offset + limit), total: all.length };
}

/** More bugs than there ever are. */
const everything = 1_000_000_000;

async function isWalkShorter(db: Db, filters: Filters): Promise<boolean> {
  const { teamIds, environment, appVersion } = filters;
  const alone = { teamIds, labelIds: [] };
  const totals = [
    ...(environment === undefined ? [] : [totalOf({ ...alone, environment })]),
    ...(appVersion === undefined ? [] : [totalOf({ ...alone, appVersion })]),
  ];
  const { length } = await shortestWalk(db, filters);
  const lengths = await selectNumbers(
    db,
    totals.filter((total) => total !== undefined),
  );
  return length <= Math.min(...lengths);
}

/** Counts the matches first, so that the index scan can stop at the last of them instead of going on to the oldest bug. */
async function listPage(db: Db, filters: Filters, { limit, offset, before }: Page) {
  const { walk, total } = await measureWalk(db, filters);
  const wanted = Math.min(limit, total - offset);
  const ids = wanted > 0 ? await selectIds(db, walk, { limit: wanted, offset }, before) : [];
  return { ids, total };
}

/** A search counts its matches up to this number. */
const countedFully = 1_000;

async function searchPage(
  db: Db,
  { search, ...filters }: Filters & { search: Search },
  { limit, offset, before }: Page,
) {
  const count = Math.max(countedFully + 1, offset + limit);
  const newest = await findBugIds(db, filters, search, { before: null, count });
  const total =
    newest.length > countedFully ? { total: countedFully, total_capped: true } : { total: newest.length };
  const from = before === null ? newest : newest.filter((id) => id < before);
  const isBeyond = newest.length === count && from.length < offset + limit;
  const found = isBeyond ? await findBugIds(db, filters, search, { before, count: limit }) : from;
  return { ids: found.slice(offset, offset + limit), ...total };
}
