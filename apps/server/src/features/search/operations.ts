import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Database, Db, Trx } from '../../db/connection.ts';
import { unavailable } from '../../errors.ts';
import { countMatching, estimateNamed, fewNamed, findNamed } from './queries/count.ts';
import type { Filters, Search } from './queries/filter.ts';
import { findBugIds } from './queries/find.ts';
import { type Named, teamsOf } from './queries/named.ts';
import { walkPage } from './queries/page.ts';
import { inTime } from './queries/portions.ts';
import { termsOf } from './queries/terms.ts';
import { selectNumbers, totalOf } from './queries/total.ts';
import { chooseWalk, measureWalk, measureWalks, selectIds } from './queries/walk.ts';

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
  /** There while so many reports wait to be indexed that those among them that match are not found yet. */
  indexing?: true;
}

type Found = Total & { ids: number[] };

/** What a total says besides its number. */
const told = ({ isCapped = false, isIndexing = false }): Omit<Total, 'total'> => ({
  ...(isCapped && { total_capped: true }),
  ...(isIndexing && { indexing: true }),
});

type SearchFilters = Filters & { search: Search };

/** Finds the ids of one page of the bugs that match by searching, newest first, and counts all that match, whatever the page. */
export function findPage(context: Context, actor: Actor, filters: Filters, page: Page): Promise<Found> {
  return context.pools.search.run(actor, filters.teamIds, (db) =>
    // What is counted in portions is counted at one moment.
    filters.search || keptTotal(filters)
      ? readPage(db, filters, page)
      : inSnapshot(db, (trx) => readPage(trx, filters, page)),
  );
}

/**
 * Which way to read a list whose bugs no search has to find, and how many match: undefined when that is not known so easily.
 * It also says where everything is that the filters name.
 */
export async function measureList({ pools }: Context, actor: Actor, filters: Filters, named: Named[]) {
  const known = keptTotal(filters);
  if (!known || isLookedUp(filters)) return undefined;
  const teams = named.length > 0 ? teamsOf(actor.teamIds, named) : undefined;
  return { known, ...(await measureWalks(pools.main, filters, known, teams)) };
}

/** Finds the newest bugs that match, and counts all that do, both at the same moment: in one snapshot of the database. */
export function findAtOnce(context: Context, actor: Actor, filters: Filters, limit: number): Promise<Found> {
  const page = { limit, offset: 0, before: null };
  const find = (db: Database) => inSnapshot(db, (trx) => readPage(trx, filters, page));
  return keptTotal(filters) && !isLookedUp(filters)
    ? find(context.pools.main)
    : context.pools.search.run(actor, filters.teamIds, find);
}

function readPage(db: Db, filters: Filters, page: Page): Promise<Found> {
  const { search } = filters;
  if (search) return searchPage(db, { ...filters, search }, page);
  const known = keptTotal(filters);
  if (!known) return countedPage(db, filters, page);
  return isLookedUp(filters) ? lookedUpPage(db, filters, known, page) : listPage(db, filters, known, page);
}

const inSnapshot = <T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(work);

/** How long counting may take altogether, without waiting for connections; and how much of that one filter may take. */
const patienceMs = 20_000;
const longestMs = 5_000;
/** What each filter has when the others have taken all of it: enough for most. */
const shortestMs = 100;

/**
 * Counts the bugs that match each of these filters. Those that kept counts can tell are told by one statement. The others
 * are looked for one after the other, each with a connection of its own, so that the user's other searches take turns. One
 * that takes too long is told by how many have been found in time: it must not keep the others from being told.
 */
export async function countMatches(context: Context, actor: Actor, filters: Filters[]): Promise<Total[]> {
  const known = filters.map(keptTotal);
  const numbers = await selectNumbers(
    context.pools.main,
    known.filter((total) => total !== undefined),
  );
  const totals: Total[] = [];
  let restMs = patienceMs;
  for (const [index, each] of filters.entries()) {
    if (known[index]) totals.push({ total: numbers.shift() ?? 0 });
    else {
      const ms = Math.max(Math.min(longestMs, restMs), shortestMs);
      const { tookMs, ...total } = await countInTime(context, actor, each, ms);
      totals.push(total);
      restMs -= tookMs;
    }
  }
  return totals;
}

function countInTime(context: Context, actor: Actor, filters: Filters, ms: number) {
  return context.pools.search.run(actor, filters.teamIds, async (db): Promise<Total & { tookMs: number }> => {
    const startedAt = performance.now();
    const counted = await inSnapshot(db, (trx) =>
      inTime(trx, ms, () => countByLooking(trx, filters, startedAt + ms)),
    );
    const total = counted ?? { total: 0, total_capped: true };
    return { ...total, tookMs: performance.now() - startedAt };
  });
}

async function countByLooking(trx: Trx, filters: Filters, until: number): Promise<Total> {
  const { search } = filters;
  if (search) {
    const nothing = { limit: 0, offset: 0, before: null };
    const { ids: _none, ...total } = await searchPage(trx, { ...filters, search }, nothing);
    return total;
  }
  const named = await estimateNamed(trx, filters);
  if (named.count <= fewNamed) {
    const { ids, isIndexing } = await findNamed(trx, filters, named);
    return { total: ids.length, ...told({ isIndexing }) };
  }
  const { total, ...state } = await countMatching(trx, filters, named, until);
  return { total, ...told(state) };
}

type KeptTotal = NonNullable<ReturnType<typeof totalOf>>;

const keptTotal = (filters: Filters) => (filters.search ? undefined : totalOf(filters));

const isLookedUp = (filters: Filters) => termsOf(filters).length > 0;

/** Finds bugs by the search index, of which kept counts know how many match. */
async function lookedUpPage(
  db: Db,
  filters: Filters,
  known: KeptTotal,
  { limit, offset, before }: Page,
): Promise<Found> {
  const [total = 0] = await selectNumbers(db, [known]);
  const count = Math.min(offset + limit, total);
  if (count <= offset) return { ids: [], total };
  const { ids, isIndexing } = await findBugIds(db, filters, undefined, { before, count });
  return { ids: ids.slice(offset), total, ...told({ isIndexing }) };
}

/** How long a list may take to count what matches. */
const listMs = 5_000;

/** Finds bugs where kept counts cannot tell how many match. */
async function countedPage(db: Db, filters: Filters, page: Page): Promise<Found> {
  const { limit, offset, before } = page;
  const named = await estimateNamed(db, filters);
  if (named.count <= fewNamed) {
    const { ids: all, isIndexing } = await findNamed(db, filters, named);
    const from = before === null ? all : all.filter((id) => id < before);
    return { ids: from.slice(offset, offset + limit), total: all.length, ...told({ isIndexing }) };
  }
  const { total, isCapped, isByIndex, isIndexing } = await countMatching(
    db,
    filters,
    named,
    performance.now() + listMs,
  );
  if (isCapped) throw tookTooLong();
  const wanted = Math.min(limit, total - offset);
  const ids = wanted > 0 ? await inTime(db, listMs, () => find(wanted, total)) : [];
  if (!ids) throw tookTooLong();
  return { ids, total, ...told({ isIndexing }) };

  async function find(wanted: number, total: number): Promise<number[]> {
    if (!isByIndex)
      return walkPage(db, await chooseWalk(db, filters), { ...page, limit: wanted }, total, selectIds);
    const found = await findBugIds(db, filters, undefined, { before, count: offset + wanted });
    return found.ids.slice(offset);
  }
}

const tookTooLong = () => unavailable('Counting what matches took too long; narrow it with filters');

/** Counts the matches first, so that the index scan can stop at the last of them instead of going on to the oldest bug. */
async function listPage(db: Db, filters: Filters, known: KeptTotal, page: Page): Promise<Found> {
  const { walk, total } = await measureWalk(db, filters, known);
  const limit = Math.min(page.limit, total - page.offset);
  return { ids: limit > 0 ? await walkPage(db, walk, { ...page, limit }, known, selectIds) : [], total };
}

/** A search counts its matches up to this number. */
const countedFully = 1_000;

async function searchPage(
  db: Db,
  { search, ...filters }: SearchFilters,
  { limit, offset, before }: Page,
): Promise<Found> {
  const count = Math.max(countedFully + 1, offset + limit);
  const { ids: newest, isIndexing } = await findBugIds(db, filters, search, { before: null, count });
  const isCapped = newest.length > countedFully;
  const total = { total: isCapped ? countedFully : newest.length, ...told({ isCapped, isIndexing }) };
  const from = before === null ? newest : newest.filter((id) => id < before);
  const isBeyond = newest.length === count && from.length < offset + limit;
  const found = isBeyond ? (await findBugIds(db, filters, search, { before, count: limit })).ids : from;
  return { ids: found.slice(offset, offset + limit), ...total };
}
