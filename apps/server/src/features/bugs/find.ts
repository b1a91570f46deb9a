import { type BugSort, severities } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { readTime } from '../../iso-time.ts';
import type { Filters } from './filters.ts';

/** A search looks through so many of the newest bugs first. */
const searchedFirst = 3_000;
/** Totals are counted up to so many bugs, and those of searches up to fewer. */
export const mostCounted = 10_000;
const mostFound = 1_000;

/** Where a bug stands in a list: by the key that it is sorted by, if that is not its id, and by its id. */
export interface Place {
  id: number;
  key?: string | number;
}

/** Which part of a list is asked for. */
interface Page {
  sort: BugSort;
  limit: number;
  offset: number;
  after: Place | undefined;
}

interface Matches {
  /** How many bugs match in all; one more than are counted if there are more. */
  count: number;
  places: Place[];
}

export interface Total {
  total: number;
  total_capped?: true;
}

/** Finds where the bugs of one page stand, and counts all that match, whatever the page. */
export async function findPage(db: Db, filters: Filters, page: Page): Promise<Matches> {
  const places = await findAtOnce(db, filters, page);
  if (places) return { places, count: await count(db, filters, mostOf(filters) + 1) };
  const sorted = await sortMatches(db, filters, page);
  if (sorted.count <= mostCounted) return sorted;
  return { places: await selectPlaces(db, filters, page), count: sorted.count };
}

/** Without filters, an index begins with the page; and common words fill it from the newest bugs. */
async function findAtOnce(db: Db, filters: Filters, page: Page): Promise<Place[] | undefined> {
  const { conditions, search } = filters;
  if (!search) return conditions.length === 0 ? selectPlaces(db, filters, page) : undefined;
  if (page.sort !== 'newest') return undefined;
  const places = await searchNewest(db, filters, page);
  return places.length === page.limit ? places : undefined;
}

/** Looks through the newest bugs, one after the other, until a page is full. */
async function searchNewest(
  db: Db,
  { teamIds, conditions, search }: Filters,
  { sort, limit, offset, after }: Page,
): Promise<Place[]> {
  const first = sql`order by id desc limit ${searchedFirst}`;
  const further = isBeyond(sorts[sort], after, sql`null`, sql`bugs.id`);
  const { rows } = await sql<Place>`
    select bugs.id from (${inEachTeam({ teamIds, conditions: [] }, sql`bugs.*`, first)} ${first}) as bugs
    where ${all([...conditions, further, search?.inBug ?? sql`true`])}
    order by bugs.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const mostOf = ({ search }: Filters) => (search ? mostFound : mostCounted);

export const totalOf = (filters: Filters, count: number): Total =>
  count > mostOf(filters) ? { total: mostOf(filters), total_capped: true } : { total: count };

/** Counts the bugs that match, up to what totals are counted to. */
export async function countMatches(db: Db, filters: Filters): Promise<Total> {
  return totalOf(filters, await count(db, filters, mostOf(filters) + 1));
}

async function count(db: Db, filters: Filters, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${select(filters, sql``, limit)}) as matching`.execute(db);
  return rows[0]?.count ?? 0;
}

const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

/** Selects bugs that match, in no order: those of a search with the index of words, which is one for all teams. */
function select(filters: Filters, columns: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  const { teamIds, conditions, search } = filters;
  const limited = sql`limit ${limit}`;
  if (!search) return sql`${inEachTeam(filters, columns, limited)} ${limited}`;
  return sql`
    select ${columns} from bugs
    where ${all([sql`bugs.team_id = any(${teamIds})`, ...conditions, search.byIndex])} ${limited}`;
}

/** One statement for all teams, which is planned for each of them, so that it can follow an index of theirs. */
const inEachTeam = (
  { teamIds, conditions }: Pick<Filters, 'teamIds' | 'conditions'>,
  columns: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
) => sql`
  select matching.* from unnest(${teamIds}::bigint[]) as team (id) cross join lateral (
    select ${columns} from bugs where ${all([sql`bugs.team_id = team.id`, ...conditions])} ${rest}
  ) as matching`;

interface Sort {
  /** What comes before the id; null where the id is all. */
  key: RawBuilder<unknown> | null;
  isAscending: boolean;
  /** Whether a cursor can have this key. */
  isKey(key: unknown): boolean;
}

const isTime = (key: unknown) => typeof key === 'string' && readTime(key) !== undefined;

export const sorts: Record<BugSort, Sort> = {
  newest: { key: null, isAscending: false, isKey: (key) => key === undefined },
  oldest: { key: null, isAscending: true, isKey: (key) => key === undefined },
  updated: { key: sql`bugs.updated_at`, isAscending: false, isKey: isTime },
  severity: {
    key: sql`severity_rank(bugs.severity)`,
    isAscending: false,
    isKey: (key) => Number.isInteger(key) && Number(key) > 0 && Number(key) <= severities.length,
  },
};

const columnsOf = ({ key }: Sort) => (key ? sql`bugs.id, ${key} as key` : sql`bugs.id`);

function orderOf({ key, isAscending }: Sort): RawBuilder<unknown> {
  const direction = isAscending ? sql`asc` : sql`desc`;
  return sql`order by ${key ? sql`key ${direction}, ` : sql``}id ${direction}`;
}

/** Whether a bug with this key and id comes after a place. */
function isBeyond(sort: Sort, after: Place | undefined, key: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  if (!after) return sql`true`;
  const beyond = sort.isAscending ? sql`>` : sql`<`;
  if (!sort.key) return sql`${id} ${beyond} ${after.id}`;
  return sql`(${key}, ${id}) ${beyond} (${after.key}, ${after.id}::bigint)`;
}

/**
 * Counts the bugs that match, and sorts them for a page if they are not too many: the planner expects matches to be spread
 * evenly, and would follow an index in the order of the list to its end to find few.
 */
async function sortMatches(
  db: Db,
  filters: Filters,
  { sort: name, limit, offset, after }: Page,
): Promise<Matches> {
  const sort = sorts[name];
  const { rows } = await sql<Matches>`
    with matching as materialized (${select(filters, columnsOf(sort), mostCounted + 1)})
    select (select count(*) from matching), coalesce((
      select json_agg(page) from (
        select * from matching
        where (select count(*) from matching) <= ${mostCounted} and ${isBeyond(sort, after, sql`key`, sql`id`)}
        ${orderOf(sort)} limit ${limit} offset ${offset}
      ) as page
    ), '[]') as places`.execute(db);
  return rows[0] as Matches;
}

/** Selects where the bugs of one page stand by following an index in the order of the list. */
export async function selectPlaces(
  db: Db,
  { teamIds, conditions, search }: Filters,
  { sort: name, limit, offset, after }: Page,
): Promise<Place[]> {
  const sort = sorts[name];
  const further = isBeyond(sort, after, sort.key ?? sql`null`, sql`bugs.id`);
  const inOrder = { teamIds, conditions: [...conditions, further, ...(search ? [search.byIndex] : [])] };
  const { rows } = await sql<{ places: Place[] }>`
    select coalesce(json_agg(page), '[]') as places from (
      ${inEachTeam(inOrder, columnsOf(sort), sql`${orderOf(sort)} limit ${offset + limit}`)}
      ${orderOf(sort)} limit ${limit} offset ${offset}
    ) as page`.execute(db);
  return rows[0]?.places ?? [];
}

/** Selects the ids of the newest bugs that match, with ids below `before`. */
export async function selectIds(
  db: Db,
  filters: Filters,
  limit: number,
  before: number | null = null,
): Promise<number[]> {
  const after = before === null ? undefined : { id: before };
  const { places } = await findPage(db, filters, { sort: 'newest', limit, offset: 0, after });
  return places.map(({ id }) => id);
}

/** Selects all bugs that match, up to a limit, with the total that a list has of them. */
export async function selectAll(
  db: Db,
  filters: Filters,
  limit: number,
): Promise<{ ids: number[]; total: number }> {
  const ids = await selectIds(db, filters, limit);
  return { ids, total: Math.min(ids.length, mostOf(filters)) };
}

/** Whether all of these bugs match. */
export async function matchAll(db: Db, filters: Filters, ids: number[]): Promise<boolean> {
  const conditions = [sql`bugs.id = any(${ids})`, ...filters.conditions];
  return (await count(db, { ...filters, conditions }, ids.length)) === ids.length;
}
