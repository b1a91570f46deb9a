import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { stretchLength } from '../index/queries.ts';
import { allOf, conditionsOf, type Filters, hasLabels, type Search } from './filter.ts';
import { selectNotIndexed } from './not-indexed.ts';
import { termsOf } from './terms.ts';
import { chooseWalk, shortestWalk } from './walk.ts';
import * as queries from './words.ts';

/** How many of the newest ids are looked through first. This sample is the estimate of how common the words are. */
const sampleSize = 256;

/** A page of keyset pagination: so many bugs, with ids below `before`. */
interface KeysetPage {
  before: number;
  count: number;
}

/** What a search has found. */
export interface FoundIds {
  ids: number[];
  /** Whether so many reports wait to be indexed that those among them that match are not found yet. */
  isIndexing: boolean;
}

const all = (ids: number[]): FoundIds => ({ ids, isIndexing: false });

/**
 * The ids of bugs that a search finds, newest first: `count` of them, with ids below `before`. Without a search, it finds
 * bugs by what filters look up in the search index.
 */
export async function findBugIds(
  db: Db,
  filters: Filters,
  search: Search | undefined,
  page: { before: number | null; count: number },
): Promise<FoundIds> {
  if (filters.teamIds.length === 0) return all([]);
  const found = await findMatches(db, filters, search, page);
  const number = search?.bugId;
  if (number === undefined || found.ids.includes(number) || number >= (page.before ?? Infinity)) return found;
  const ids = [...found.ids, ...(await selectBug(db, filters, number))];
  return { ...found, ids: ids.sort((a, b) => b - a).slice(0, page.count) };
}

/** The bug with this id, if it is in these teams and meets the filters. */
async function selectBug(db: Db, filters: Filters, id: number): Promise<number[]> {
  const conditions = allOf([...conditionsOf(filters), ...hasLabels(sql`bugs.id`, filters.labelIds)]);
  const { rows } = await sql<{ id: number }>`
    select id from bugs where id = ${id} and team_id = any(${filters.teamIds}) and ${conditions}`.execute(db);
  return rows.map((row) => row.id);
}

async function findMatches(
  db: Db,
  filters: Filters,
  search: Search | undefined,
  { before, count }: { before: number | null; count: number },
): Promise<FoundIds> {
  if (search && 'text' in search)
    return all(await queries.findText(db, search.text, await chooseWalk(db, filters), before, count));
  if (search?.words.length === 0) return all([]);
  const words = [...(search?.words ?? []), ...termsOf(filters)];
  return findWords(db, { ...filters, words }, { before, count });
}

async function findWords(
  db: Db,
  search: queries.WordSearch,
  { before, count }: { before: number | null; count: number },
): Promise<FoundIds> {
  // This comes first: a bug that is indexed in between is then found twice, whereas later it could be missed.
  const notIndexed = await selectNotIndexed(db, search.teamIds, before);
  const newIds =
    notIndexed.ids.length > 0 ? await queries.findAmong(db, search, notIndexed.ids, before, count) : [];
  const end = Math.min(before ?? notIndexed.end, notIndexed.end);
  const newest = { before: end, downTo: Math.max(end - sampleSize, 0) };
  const sample = await queries.countWords(db, search, newest);
  const rest = { before: newest.downTo, count: count - sample.ids.length };
  const older = rest.before > 0 && rest.count > 0 ? await findOlder(db, search, sample, rest) : [];
  const ids = new Set([...newIds, ...sample.ids, ...older]);
  return {
    ids: [...ids].sort((a, b) => b - a).slice(0, count),
    isIndexing: notIndexed.isIndexing,
  };
}

type Sample = Awaited<ReturnType<typeof queries.countWords>>;

/**
 * Chooses between scanning all bugs and asking the index. The scan costs less for each bug and stops at the last match that
 * is wanted, so it wins when matches are dense; the index has to read a whole stretch of ids at a time.
 */
async function findOlder(db: Db, search: queries.WordSearch, sample: Sample, { before, count }: KeysetPage) {
  const share = sample.ids.length / sampleSize;
  const distance = count / share;
  if (distance > 2 * Math.max(count, stretchLength * share)) {
    return findUncommon(db, search, sample, { before, count });
  }
  const downTo = Math.max(before - Math.ceil(2 * distance), 0);
  const ids = await queries.findAlongAll(db, search, { before, downTo }, count);
  if (ids.length === count || downTo === 0) return ids;
  const rest = await findUncommon(db, search, sample, { before: downTo, count: count - ids.length });
  return [...ids, ...rest];
}

/** Looks through whichever are estimated to be fewer: the bugs that a list comes by, or those with the rarest word. */
async function findUncommon(
  db: Db,
  search: queries.WordSearch,
  { counts }: Sample,
  { before, count }: KeysetPage,
): Promise<number[]> {
  const fewest = Math.max(Math.min(...counts), 1);
  if (conditionsOf(search).length > 0 || search.labelIds.length > 0) {
    const { walk, length } = await shortestWalk(db, search);
    if (length < (before * fewest) / sampleSize)
      return queries.findAlongList(db, search, walk, before, count);
  }
  const rareWords = search.words.filter((_, index) => (counts[index] ?? 0) <= 4 * fewest);
  return queries.findByIndex(db, search, rareWords, before, count);
}
