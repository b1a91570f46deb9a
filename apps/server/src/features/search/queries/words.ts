import { fieldsIn } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { queryByDictionary } from '../dictionary/queries.ts';
import { patternFor, queryIn, startOf, stretchOf } from '../index/queries.ts';
import { allOf, conditionsOf, countAmong, type Filters, hasLabels, isWithin, type Within } from './filter.ts';
import type { Portion } from './portions.ts';
import { isTerm } from './terms.ts';
import type { Walk } from './walk.ts';

/** A range of ids with both ends. */
export interface IdRange extends Within {
  before: number;
  downTo: number;
}

export type WordSearch = Filters & { words: string[] };

/** Looks for the words in the texts of these bugs, without the index. */
export function findAmong(
  db: Db,
  { words, ...filters }: WordSearch,
  bugIds: number[],
  before: number | null,
  limit: number,
): Promise<number[]> {
  // What terms stand for is among the conditions.
  const texts = words.filter((word) => !isTerm(word));
  const beginnings = texts.map((word) => `'${word}':*`).join('&');
  const parts = texts.map((word) => `%${word}%`);
  const conditions = [
    sql`id = any(${bugIds})`,
    isWithin(sql`id`, { before }),
    ...conditionsOf(filters),
    ...hasLabels(sql`bugs.id`, filters.labelIds),
  ];
  // A text without the words as substrings cannot match, so most texts need not be split into words, which is expensive.
  return idsOf(
    db,
    sql`
      select id from (select * from bugs where ${allOf(conditions)} order by id desc offset 0) as bugs
      where ${parts.length === 0} or lower(searched_text(bugs)) like all(${parts})
        and search_words('', searched_text(bugs)) @@ ${beginnings}::tsquery
      limit ${limit}`,
  );
}

/** Says how many bugs of a range have each of the words, and which bugs have all of them and meet the filters. */
export async function countWords(
  db: Db,
  { words, ...filters }: WordSearch,
  range: IdRange,
): Promise<{ ids: number[]; counts: number[] }> {
  const queries = words.map((word) => queryIn(sql`stretch`, patternFor(filters.teamIds, [word])));
  const places = words.map((_, index) => sql.lit(index + 1));
  const found = places.map((place) => sql`words @@ queries[${place}]`);
  const counts = places.map((place) => sql`count(*) filter (where found[${place}])`);
  const { rows } = await sql<{ ids: number[] | null; counts: number[] }>`
    select array[${sql.join(counts)}] as counts,
      array_agg(bug_id) filter (where true = all(found) and ${meetsFilters(filters)}) as ids
    from (
      select bug_id, array[${sql.join(found)}] as found
      from ${stretchesOf(range)}
      cross join lateral (select array[${sql.join(queries)}] as queries offset 0) as queries
      cross join lateral (${indexedRows(range)}) as stored
    ) as indexed`.execute(db);
  return { ids: rows[0]?.ids ?? [], counts: rows[0]?.counts ?? [] };
}

/**
 * Scans every bug of a range by its primary key, from the newest on, until enough have been found. This is the plan for
 * common words.
 */
export function findAlongAll(
  db: Db,
  { words, ...filters }: WordSearch,
  range: IdRange,
  limit: number,
): Promise<number[]> {
  return idsOf(
    db,
    sql`
      select id from ${stretchesOf(range)}
      cross join lateral (select ${queryIn(sql`stretch`, patternFor(filters.teamIds, words))} as query offset 0) as queries
      cross join lateral (
        select bug_id as id from (${indexedRows(range)}) as indexed
        where words @@ query and ${meetsFilters(filters)}
      ) as found
      limit ${limit}`,
  );
}

/**
 * Asks the inverted index (GIN), one stretch of ids after the other, until enough have been found. This is the plan for
 * words that are not common. Where it would have to read too much for one, the index is asked for the others only.
 */
export function findByIndex(
  db: Db,
  { words, ...filters }: WordSearch,
  rareWords: string[],
  before: number,
  limit: number,
): Promise<number[]> {
  const { teamIds } = filters;
  const hasAll = rareWords.length < words.length ? sql`words @@ query` : sql`true`;
  return idsOf(
    db,
    sql`
      select id from ${stretchesOf({ before, downTo: 0 })}
      cross join lateral (select ${queryIn(sql`stretch`, patternFor(teamIds, words))} as query offset 0) as queries
      cross join lateral (
        select bug_id as id from (${namedInStretch(teamIds, words, rareWords)}) as indexed
        where bug_id < ${before} and ${hasAll} and ${meetsFilters(filters)}
        order by bug_id desc
      ) as found
      limit ${limit}`,
  );
}

/** What the inverted index has in a stretch under the words. It is faster for one team after the other than for all at once. */
const namedInStretch = (teamIds: number[], words: string[], rareWords = words) => sql`
  select bug_id, words from unnest(${teamIds}::bigint[]) as team
  cross join lateral (select ${queryByDictionary(sql`stretch.stretch`, sql`team`, words, rareWords)} as query offset 0) as queries
  cross join lateral (select bug_id, words from bug_search where words @@ query offset 0) as named`;

/**
 * Counts the bugs of a range that the inverted index has under all of these words, and that meet the filters. What terms among
 * the words stand for need not be among the filters: no two texts have the same term.
 */
export function countByIndex({ words, ...filters }: WordSearch, range: IdRange): RawBuilder<Portion> {
  const named = sql`
    ${stretchesOf(range)} cross join lateral (${namedInStretch(filters.teamIds, words)}) as indexed
    where ${isWithin(sql`bug_id`, range)}`;
  const conditions = [...conditionsOf(filters), ...hasLabels(sql`bugs.id`, filters.labelIds)];
  if (conditions.length === 0) return sql`select 0 as passed, count(*) as total from ${named}`;
  return sql`
    select 0 as passed, ${countAmong(sql`ids`, conditions)} as total
    from (select array_agg(bug_id) as ids from ${named}) as gathered`;
}

/** About how many bugs of these teams the inverted index has under a word; exactly, when they are fewer than `counted`. */
export async function estimateByIndex(
  db: Db,
  teamIds: number[],
  word: string,
  counted: number,
): Promise<number> {
  const { rows } = await sql<{ found: number; oldest: number; newest: number }>`
    select count(*) as found, coalesce(min(bug_id), 0) as oldest, coalesce(max(newest), 0) as newest from (
      select bug_id, newest from (select max(bug_id) as newest from bug_search) as indexed
      cross join lateral ${stretchesDownTo(sql`newest`, 0)}
      cross join lateral (
        select bug_id from (${namedInStretch(teamIds, [word])}) as named order by bug_id desc
      ) as found
      limit ${counted}
    ) as found`.execute(db);
  const { found, oldest, newest } = rows[0] as { found: number; oldest: number; newest: number };
  return found < counted ? found : Math.round((found * newest) / (newest - oldest + 1));
}

/**
 * Goes through the bugs that meet the filters, from the newest on, until enough have been found. This is the plan for when
 * the filters leave few bugs.
 */
export function findAlongList(
  db: Db,
  { words, teamIds }: WordSearch,
  walk: Walk,
  before: number,
  limit: number,
): Promise<number[]> {
  const stretches = stretchesOf({ before, downTo: 0 });
  const query = sql`(
    array(select ${queryIn(sql`stretch`, patternFor(teamIds, words))} from ${stretches} order by stretch)
  )[1 + ${stretchOf(sql`id`)}]`;
  return idsOf(
    db,
    sql`
      select id from (${walk.ids({ before })}) as listed
      where (select words from bug_search where bug_id = id) @@ ${query}
      order by id desc limit ${limit}`,
  );
}

/** The fields that a search looks at. The function `searched_text` in the database joins the same ones. */
const searchedFields = fieldsIn('search');

/** Looks for any substring, which the index of words cannot find, in the texts of bugs themselves. */
export function findText(
  db: Db,
  text: string,
  walk: Walk,
  before: number | null,
  limit: number,
): Promise<number[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const occurs = searchedFields.map((field) => sql`${sql.ref(field)} ilike ${pattern}`);
  return idsOf(
    db,
    sql`
      select id from (${walk.ids({ before })}) as listed
      where exists (select from bugs where bugs.id = listed.id and (${sql.join(occurs, sql` or `)}))
      order by id desc limit ${limit}`,
  );
}

/** The stretches of a range, the newest first. The scan is lazy: each is read only if those before did not suffice. */
const stretchesOf = ({ before, downTo }: IdRange) => stretchesDownTo(sql`${before - 1}::bigint`, downTo);

export const stretchesDownTo = (newest: RawBuilder<unknown>, downTo: number) => sql`
  generate_series(${stretchOf(newest)}, ${stretchOf(sql`${downTo}::bigint`)}, -1) as stretch`;

const indexedRows = ({ before, downTo }: IdRange) => sql`
  select bug_id, words from bug_search
  where bug_id >= greatest(${downTo}, ${startOf(sql`stretch`)})
    and bug_id < least(${before}, ${startOf(sql`stretch + 1`)})
  order by bug_id desc offset 0`;

/**
 * Whether a row of `indexed` meets the filters. They are scalar subqueries and no joins, so that the planner looks up one
 * row after the other and keeps their order.
 */
function meetsFilters(filters: Filters): RawBuilder<unknown> {
  const { labelIds } = filters;
  const conditions = conditionsOf(filters);
  const isMet = sql`(select ${allOf(conditions)} from bugs where id = indexed.bug_id)`;
  const labelCount = sql`
    (select count(*) from bug_labels where bug_id = indexed.bug_id and label_id = any(${labelIds}))`;
  return allOf([
    ...(conditions.length > 0 ? [isMet] : []),
    ...(labelIds.length > 0 ? [sql`${labelCount} = ${labelIds.length}`] : []),
  ]);
}

async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  // The driver reads many ids faster as JSON than as rows or as an array.
  const { rows } = await sql<{ ids: number[] }>`select to_json(array(${query})) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}
