import { type BugSort, severities } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { readTime } from '../../iso-time.ts';
import type { Filters } from './filters.ts';

/** A search scans this many of the newest bugs first. */
const searchedFirst = 3_000;
/** Totals are exact up to this number, and up to a smaller one for searches. */
export const maxCounted = 10_000;
const maxFound = 1_000;

/** Position in a sorted list: the sort key, unless it is the id, and the id. */
export interface Position {
  id: number;
  key?: string | number;
}

interface Page {
  sort: BugSort;
  limit: number;
  offset: number;
  after: Position | undefined;
}

interface Matches {
  /** All matches; one more than the maximum if there are more. */
  count: number;
  positions: Position[];
}

export interface Total {
  total: number;
  total_capped?: true;
}

export async function findPage(db: Db, filters: Filters, page: Page): Promise<Matches> {
  const positions = await findWithoutSorting(db, filters, page);
  if (positions) return { positions, count: await count(db, filters, maxCountOf(filters) + 1) };
  const sorted = await sortMatches(db, filters, page);
  if (sorted.count <= maxCounted) return sorted;
  return { positions: await selectPositions(db, filters, page), count: sorted.count };
}

/** Without filters an index starts with the page. A search for common words often fills it from the newest bugs. */
async function findWithoutSorting(db: Db, filters: Filters, page: Page): Promise<Position[] | undefined> {
  const { conditions, search } = filters;
  if (!search) return conditions.length === 0 ? selectPositions(db, filters, page) : undefined;
  if (page.sort !== 'newest') return undefined;
  const positions = await searchNewest(db, filters, page);
  return positions.length === page.limit ? positions : undefined;
}

/** Scans the newest bugs until the page is full. */
async function searchNewest(
  db: Db,
  { teamIds, conditions, search }: Filters,
  { sort, limit, offset, after }: Page,
): Promise<Position[]> {
  const first = sql`order by id desc limit ${searchedFirst}`;
  const further = isBeyond(sorts[sort], after, sql`null`, sql`bugs.id`);
  const { rows } = await sql<Position>`
    select bugs.id from (${inEachTeam({ teamIds, conditions: [] }, sql`bugs.*`, first)} ${first}) as bugs
    where ${all([...conditions, further, search?.inBug ?? sql`true`])}
    order by bugs.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const maxCountOf = ({ search }: Filters) => (search ? maxFound : maxCounted);

export const totalOf = (filters: Filters, count: number): Total =>
  count > maxCountOf(filters) ? { total: maxCountOf(filters), total_capped: true } : { total: count };

export async function countMatches(db: Db, filters: Filters): Promise<Total> {
  return totalOf(filters, await count(db, filters, maxCountOf(filters) + 1));
}

async function count(db: Db, filters: Filters, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${select(filters, sql``, limit)}) as matching`.execute(db);
  return rows[0]?.count ?? 0;
}

const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

/** Unordered matches. Searches use the word index, which is shared by all teams. */
function select(filters: Filters, columns: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  const { teamIds, conditions, search } = filters;
  const limited = sql`limit ${limit}`;
  if (!search) return sql`${inEachTeam(filters, columns, limited)} ${limited}`;
  return sql`
    select ${columns} from bugs
    where ${all([sql`bugs.team_id = any(${teamIds})`, ...conditions, search.byIndex])} ${limited}`;
}

/** A lateral subquery per team, so that each can use an index that starts with the team. */
const inEachTeam = (
  { teamIds, conditions }: Pick<Filters, 'teamIds' | 'conditions'>,
  columns: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
) => sql`
  select matching.* from unnest(${teamIds}::bigint[]) as team (id) cross join lateral (
    select ${columns} from bugs where ${all([sql`bugs.team_id = team.id`, ...conditions])} ${rest}
  ) as matching`;

interface Sort {
  /** Sort expression before the id; null if sorted by id alone. */
  key: RawBuilder<unknown> | null;
  isAscending: boolean;
  /** Validates the key of a cursor. */
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

/** Whether a bug with this key and id comes after a position. */
function isBeyond(
  sort: Sort,
  after: Position | undefined,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) {
  if (!after) return sql`true`;
  const beyond = sort.isAscending ? sql`>` : sql`<`;
  if (!sort.key) return sql`${id} ${beyond} ${after.id}`;
  return sql`(${key}, ${id}) ${beyond} (${after.key}, ${after.id}::bigint)`;
}

/**
 * Counts the matches, and sorts them if they are few. The planner assumes an even spread and would scan the whole sort index to
 * find few matches.
 */
async function sortMatches(
  db: Db,
  filters: Filters,
  { sort: name, limit, offset, after }: Page,
): Promise<Matches> {
  const sort = sorts[name];
  const { rows } = await sql<Matches>`
    with matching as materialized (${select(filters, columnsOf(sort), maxCounted + 1)})
    select (select count(*) from matching), coalesce((
      select json_agg(page) from (
        select * from matching
        where (select count(*) from matching) <= ${maxCounted} and ${isBeyond(sort, after, sql`key`, sql`id`)}
        ${orderOf(sort)} limit ${limit} offset ${offset}
      ) as page
    ), '[]') as positions`.execute(db);
  return rows[0] as Matches;
}

/** Scans an index in sort order. */
export async function selectPositions(
  db: Db,
  { teamIds, conditions, search }: Filters,
  { sort: name, limit, offset, after }: Page,
): Promise<Position[]> {
  const sort = sorts[name];
  const further = isBeyond(sort, after, sort.key ?? sql`null`, sql`bugs.id`);
  const inOrder = { teamIds, conditions: [...conditions, further, ...(search ? [search.byIndex] : [])] };
  const { rows } = await sql<{ positions: Position[] }>`
    select coalesce(json_agg(page), '[]') as positions from (
      ${inEachTeam(inOrder, columnsOf(sort), sql`${orderOf(sort)} limit ${offset + limit}`)}
      ${orderOf(sort)} limit ${limit} offset ${offset}
    ) as page`.execute(db);
  return rows[0]?.positions ?? [];
}

export async function selectIds(
  db: Db,
  filters: Filters,
  limit: number,
  before: number | null = null,
): Promise<number[]> {
  const after = before === null ? undefined : { id: before };
  const { positions } = await findPage(db, filters, { sort: 'newest', limit, offset: 0, after });
  return positions.map(({ id }) => id);
}

/** All matches up to a limit, with the total that a list would report. */
export async function selectAll(
  db: Db,
  filters: Filters,
  limit: number,
): Promise<{ ids: number[]; total: number }> {
  const ids = await selectIds(db, filters, limit);
  return { ids, total: Math.min(ids.length, maxCountOf(filters)) };
}

export async function matchAll(db: Db, filters: Filters, ids: number[]): Promise<boolean> {
  const conditions = [sql`bugs.id = any(${ids})`, ...filters.conditions];
  return (await count(db, { ...filters, conditions }, ids.length)) === ids.length;
}
