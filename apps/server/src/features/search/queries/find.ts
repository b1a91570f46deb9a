import type { Db } from '../../../db/connection.ts';
import { stretchLength } from '../index/queries.ts';
import { conditionsOf, type Filters, type Search } from './filter.ts';
import { chooseWalk, measureWalk } from './walk.ts';
import * as queries from './words.ts';

/** So many of the newest ids are looked through first: they tell how common the words are. */
const sampleSize = 256;

interface Wanted {
  before: number;
  count: number;
}

/** What a search finds, newest first: so many, with ids before that one. */
export async function findBugIds(
  db: Db,
  filters: Filters,
  search: Search,
  { before, count }: { before: number | null; count: number },
): Promise<number[]> {
  if (filters.teamIds.length === 0) return [];
  if ('words' in search) return findWords(db, { ...filters, words: search.words }, { before, count });
  return queries.findText(db, search.text, await chooseWalk(db, filters), before, count);
}

async function findWords(
  db: Db,
  search: queries.WordSearch,
  { before, count }: { before: number | null; count: number },
): Promise<number[]> {
  if (search.words.length === 0) return [];
  // First of all: what is put into the index meanwhile is found twice, and not missed.
  const notIndexed = await queries.selectNotIndexed(db, search.teamIds);
  const newIds =
    notIndexed.ids.length > 0 ? await queries.findAmong(db, search, notIndexed.ids, before, count) : [];
  const end = Math.min(before ?? notIndexed.end, notIndexed.end);
  const newest = { before: end, downTo: Math.max(end - sampleSize, 0) };
  const sample = await queries.countWords(db, search, newest);
  const rest = { before: newest.downTo, count: count - sample.ids.length };
  const older = rest.before > 0 && rest.count > 0 ? await findOlder(db, search, sample, rest) : [];
  const ids = new Set([...newIds, ...sample.ids, ...older]);
  return [...ids].sort((a, b) => b - a).slice(0, count);
}

type Sample = Awaited<ReturnType<typeof queries.countWords>>;

/** Going through all bugs is cheaper for each than asking the index, which reads a stretch of ids at a time. */
async function findOlder(db: Db, search: queries.WordSearch, sample: Sample, { before, count }: Wanted) {
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

/** Whichever are fewer: the bugs that the filters leave, or those that have the rarest of the words. */
async function findUncommon(
  db: Db,
  search: queries.WordSearch,
  { counts }: Sample,
  { before, count }: Wanted,
): Promise<number[]> {
  const fewest = Math.max(Math.min(...counts), 1);
  if (conditionsOf(search).length > 0 || search.labelIds.length > 0) {
    const { walk, total } = await measureWalk(db, search);
    if (total < (before * fewest) / sampleSize) return queries.findAlongList(db, search, walk, before, count);
  }
  const rareWords = search.words.filter((_, index) => (counts[index] ?? 0) <= 4 * fewest);
  return queries.findByIndex(db, search, rareWords, before, count);
}
