import type { Db } from '../../../db/connection.ts';
import { countOf } from '../../counts/queries/counts.ts';
import type { Filters } from './filter.ts';
import type { FoundIds } from './find.ts';
import { type NotIndexed, selectNotIndexed } from './not-indexed.ts';
import { type Counted, countInPortions, type Way } from './portions.ts';
import { termsOf } from './terms.ts';
import { selectNumbers, totalOf } from './total.ts';
import { waysAlongLists } from './ways.ts';
import { countByIndex, estimateByIndex, findAmong, findByIndex } from './words.ts';

/** More bugs than there ever are. */
const everything = 1_000_000_000;

/**
 * Counts the bugs that match, where kept counts cannot tell, whichever way the fewest have to be looked at: along a list, by
 * the search index, or by counting those that are too old, or too new, and subtracting them from all. `named` is what
 * the index would name.
 */
export async function countMatching(
  db: Db,
  filters: Filters,
  named: Named,
  until: number,
): Promise<Counted & { isByIndex: boolean; isIndexing: boolean }> {
  const asListed = { isByIndex: false, isIndexing: false };
  if (filters.teamIds.length === 0) return { total: 0, isCapped: false, ...asListed };
  const byIndex = wayByIndex(filters, named.count);
  const along = cheapest(await waysAlongLists(db, filters));
  const others = await othersOf(db, filters);
  const [first] = [byIndex.cost, along.cost, ...others.map(({ way }) => way.cost)].sort((a, b) => a - b);
  if (byIndex.cost === first) {
    const { total, isCapped } = await countInPortions(db, byIndex, until);
    const { ids, isIndexing } = isCapped ? { ids: [], isIndexing: false } : await findNotIndexed(db, filters);
    return { total: total + ids.length, isCapped, isByIndex: true, isIndexing };
  }
  if (along.cost === first) return { ...(await countInPortions(db, along, until)), ...asListed };
  const { way, all } = others.find(({ way }) => way.cost === first) as Others;
  const { total, isCapped } = await countInPortions(db, way, until);
  // When time is up, it is known how many match at least: all but those that the way comes by.
  const subtracted = isCapped ? Math.min(way.passes, all) : total;
  return { total: all - subtracted, isCapped, ...asListed };
}

const cheapest = (ways: Way[]) => ways.toSorted((one, other) => one.cost - other.cost)[0] as Way;

/** Bugs that would match but for one of the filters: the cheapest way to count them, and how many there are with the matches. */
interface Others {
  way: Way;
  all: number;
}

/** Those that are too old or too new, and those that are duplicates, where kept counts tell how many there are altogether. */
async function othersOf(db: Db, filters: Filters): Promise<Others[]> {
  const { createdAfter, createdBefore, ...timeless } = filters;
  const opposites: { without: Filters; opposite: Filters }[] = [];
  if ((createdAfter === undefined) !== (createdBefore === undefined)) {
    const opposite = { ...timeless, createdAfter: createdBefore, createdBefore: createdAfter };
    opposites.push({ without: timeless, opposite });
  }
  if (filters.duplicateOf === 'none') {
    const opposite: Filters = { ...filters, duplicateOf: 'any' };
    opposites.push({ without: { ...filters, duplicateOf: undefined }, opposite });
  }
  const others: Others[] = [];
  for (const { without, opposite } of opposites) {
    const total = totalOf(without);
    const [all = 0] = total ? await selectNumbers(db, [total]) : [];
    if (total) others.push({ way: cheapest(await waysAlongLists(db, opposite)), all });
  }
  return others;
}

/** What it costs to look at a bug that the search index has named: its words are read, and then itself for other filters. */
const namedCost = 1;
const namedAndReadCost = 2;

function wayByIndex(filters: Filters, named: number): Way {
  const { environment: _environment, appVersion: _version, reporter: _reporter, ...others } = filters;
  const words = termsOf(filters);
  return {
    cost: named * (hasFilters(others) ? namedAndReadCost : namedCost),
    from: 'newest',
    passes: everything,
    portion: (range) => countByIndex({ ...others, words }, range),
  };
}

const hasFilters = ({ teamIds: _teams, labelIds, ...filters }: Filters) =>
  labelIds.length > 0 || Object.values(filters).some((value) => value !== undefined);

/** The rarest of the terms that filters look up in the search index, and about how many bugs that names. */
export interface Named {
  term: string;
  count: number;
}

/** So many bugs of a reporter are counted before the others are estimated; and so few are found rather than counted. */
export const fewNamed = 2_000;

/** When the filters look up nothing, or in no team, the count is infinite. */
export async function estimateNamed(db: Db, filters: Filters): Promise<Named> {
  const { teamIds, environment, appVersion, reporter } = filters;
  if (teamIds.length === 0) return { term: '', count: Number.POSITIVE_INFINITY };
  const kept = [
    ...(environment === undefined ? [] : [{ column: 'environment', value: environment } as const]),
    ...(appVersion === undefined ? [] : [{ column: 'app_version', value: appVersion } as const]),
  ];
  const counts = await selectNumbers(
    db,
    kept.map((facet) => countOf({ teamIds, facet })),
  );
  const terms = termsOf(filters);
  const least = Math.min(...counts);
  const rarest = { term: terms[counts.indexOf(least)] ?? '', count: least };
  if (reporter === undefined || least <= fewNamed) return rarest;
  const term = terms.at(-1) ?? '';
  const count = await estimateByIndex(db, teamIds, term, fewNamed);
  return count < least ? { term, count } : rarest;
}

/** Finds all bugs that match, newest first, by what the search index names. */
export async function findNamed(db: Db, filters: Filters, { term }: Named): Promise<FoundIds> {
  const { ids, isIndexing, end } = await findNotIndexed(db, filters);
  const words = termsOf(filters);
  const indexed = await findByIndex(db, { ...filters, words }, [term], end, everything);
  return { ids: [...new Set([...ids, ...indexed])].sort((a, b) => b - a), isIndexing };
}

/** Those that match of the bugs that are not in the index yet, and the end of the ids that are. */
async function findNotIndexed(db: Db, filters: Filters): Promise<NotIndexed> {
  const { ids, ...state } = await selectNotIndexed(db, filters.teamIds);
  const search = { ...filters, words: termsOf(filters) };
  return { ids: ids.length > 0 ? await findAmong(db, search, ids, null, everything) : [], ...state };
}
