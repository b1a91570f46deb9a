import { createHash } from 'node:crypto';
import { type BugFilters, type BugSort, bugSorts, severities } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { invalid } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { IfNoneMatch, NotModified, sendJsonIfChanged } from '../../http/json.ts';
import { readTime } from '../../iso-time.ts';
import { Id, OneOf, PagedListOf, paginationQuery } from '../../schema.ts';
import { BugFilterObject, type Filters, filterParameters, resolveFilters } from './filters.ts';
import { BugListItem, listItems } from './read.ts';

/** A search looks through so many of the newest bugs of a team first. */
const searchedFirst = 5_000;
/** Totals are counted up to so many bugs, and those of searches up to fewer. */
export const mostCounted = 10_000;
const mostFound = 1_000;

export const sortParameter = Type.Optional(
  OneOf(bugSorts, {
    description:
      '`newest` first unless it says otherwise; `updated`: changed last first; `severity`: worst first, then newest.',
  }),
);

/** The filters of a list and its order, as an export takes them. */
export const BugListFilters = Type.Object({ ...filterParameters, sort: sortParameter });
export type BugListFilters = Static<typeof BugListFilters>;

export const BugListQuery = Type.Object({
  ...BugListFilters.properties,
  limit: paginationQuery.limit,
  // It has no default, because then nobody could tell whether it was given.
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'How many of the first are left out.',
    }),
  ),
  before_id: Type.Optional(
    Id({
      description:
        'In place of `offset`, with the newest first: the page begins with the newest bug whose id is smaller.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'In place of `offset`: the `next_cursor` of the page before, with the same filters and `sort`. Nothing is repeated ' +
        'or left out, whatever has been reported meanwhile.',
    }),
  ),
});
export type BugListQuery = Static<typeof BugListQuery>;

/** How many bugs match some filters. */
const totalProperties = {
  total: Type.Integer({ description: 'How many bugs match, on whatever page.' }),
  total_capped: Type.Optional(
    Type.Boolean({
      description:
        'There, and true, when more than `total` match: it is counted up to 10,000, and that of a search up to 1,000.',
    }),
  ),
};

const paged = PagedListOf(BugListItem) as ReturnType<typeof PagedListOf<typeof BugListItem>> & {
  examples: object[];
};

export const BugList = Type.Object(
  {
    ...paged.properties,
    ...totalProperties,
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'The `cursor` of the next page; null when this is the last one.',
    }),
  },
  { title: 'BugList', examples: paged.examples.map((example) => ({ ...example, next_cursor: null })) },
);
export type BugList = Static<typeof BugList>;

const CountsRequest = Type.Object(
  { filters: Type.Array(BugFilterObject, { minItems: 1, maxItems: 50 }) },
  {
    title: 'CountsRequest',
    examples: [{ filters: [{ status: ['open', 'in_progress'] }, { assignee_id: 'me', status: 'open' }] }],
  },
);

const Counts = Type.Object(
  { counts: Type.Array(Type.Object(totalProperties), { description: 'In the order of the filters.' }) },
  { title: 'Counts', examples: [{ counts: [{ total: 61 }, { total: 4 }] }] },
);

export function listRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin',
    {
      config: { auth: 'session', errors: [404] },
      schema: {
        tags: ['triage'],
        operationId: 'listBugs',
        summary: 'List, filter and search bugs',
        headers: IfNoneMatch,
        querystring: BugListQuery,
        response: { 200: BugList, 304: NotModified },
      },
    },
    async (request, reply) => {
      const page = await listBugs(context, request.actor, request.query);
      return sendJsonIfChanged(request, reply, JSON.stringify(page));
    },
  );

  app.post(
    '/bugs-admin/counts',
    {
      config: { auth: 'session', errors: [404] },
      schema: {
        tags: ['triage'],
        operationId: 'countBugs',
        summary: 'Count the bugs of many filters at once',
        description: 'Each count is the `total` that a list with these filters has.',
        body: CountsRequest,
        response: { 200: Counts },
      },
    },
    ({ actor, body }) => countBugs(context, actor, body.filters),
  );
}

/** Lists one page of the bugs that match. */
export async function listBugs(context: Context, actor: Actor, query: BugListQuery): Promise<BugList> {
  const { limit, offset, before_id, cursor, sort = 'newest', ...given } = query;
  if (cursor !== undefined && (offset ?? before_id) !== undefined)
    throw invalid('cursor', 'cannot be given together with offset or before_id');
  if (before_id !== undefined && offset !== undefined)
    throw invalid('before_id', 'cannot be given together with offset');
  if (before_id !== undefined && sort !== 'newest') throw invalid('before_id', 'goes with sort=newest only');
  const list = hashOf(sort, given);
  const after = before_id !== undefined ? { id: before_id } : readCursor(list, sort, cursor);
  const filters = await resolveFilters(context, actor, given);
  const page = { sort, limit: limit + 1, offset: offset ?? 0, after };
  const { places, count } = await context.pools.search.run(actor, filters.teamIds, (db) =>
    findPage(db, filters, page),
  );
  const shown = places.slice(0, limit);
  const last = places.length > limit ? shown.at(-1) : undefined;
  const items = await listItems(
    context,
    context.pools.main,
    shown.map(({ id }) => id),
  );
  return {
    items,
    ...totalOf(filters, count),
    limit,
    offset: page.offset,
    next_cursor: last ? writeCursor(list, last) : null,
  };
}

async function countBugs(context: Context, actor: Actor, given: BugFilters[]): Promise<{ counts: Total[] }> {
  const filters = [];
  for (const each of given) filters.push(await resolveFilters(context, actor, each));
  const counts = [];
  for (const each of filters)
    counts.push(await context.pools.search.run(actor, each.teamIds, (db) => countMatches(db, each)));
  return { counts };
}

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

interface Total {
  total: number;
  total_capped?: true;
}

/**
 * Finds where the bugs of one page stand, and counts all that match, whatever the page. Few are all selected and then sorted:
 * the planner expects matches to be spread evenly, and would follow an index in the order of the list to its end.
 */
export async function findPage(db: Db, filters: Filters, page: Page): Promise<Matches> {
  // Without filters an index begins with the page.
  if (filters.conditions.length === 0)
    return {
      count: await count(db, filters, mostCounted + 1),
      places: await selectPlaces(db, filters, page),
    };
  const few = await sortMatches(db, filters, page, mostOf(filters));
  if (few.count <= mostOf(filters)) return few;
  const find = filters.isSearch ? findAmongMany : selectPlaces;
  return { count: few.count, places: await find(db, filters, page) };
}

/** Common words are found among the newest bugs. Others are sorted like few matches, as long as they are not very many. */
async function findAmongMany(db: Db, filters: Filters, page: Page): Promise<Place[]> {
  const isNewest = sql`bugs.id > ${endOfNewest(filters.teamIds)}`;
  const newest = { ...filters, conditions: [...filters.conditions, isNewest] };
  const places = page.sort === 'newest' ? await selectPlaces(db, newest, page) : [];
  if (places.length === page.limit) return places;
  const sorted = await sortMatches(db, filters, page, mostCounted);
  return sorted.count <= mostCounted ? sorted.places : selectPlaces(db, filters, page);
}

/** The id below which each team has had so many newer bugs. */
const endOfNewest = (teamIds: number[]) => sql`(
  select coalesce(max(nth.id), 0) from unnest(${teamIds}::bigint[]) as other (id) cross join lateral (
    select bugs.id from bugs where bugs.team_id = other.id order by bugs.id desc offset ${searchedFirst} limit 1
  ) as nth
)`;

const mostOf = ({ isSearch }: Filters) => (isSearch ? mostFound : mostCounted);

const totalOf = (filters: Filters, count: number): Total =>
  count > mostOf(filters) ? { total: mostOf(filters), total_capped: true } : { total: count };

/** Counts the bugs that match, up to what totals are counted to. */
async function countMatches(db: Db, filters: Filters): Promise<Total> {
  return totalOf(filters, await count(db, filters, mostOf(filters) + 1));
}

async function count(db: Db, filters: Filters, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${inEachTeam(filters, sql``, sql`limit ${limit}`)} limit ${limit}) as matching`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** One statement for all teams, which is planned for each of them, so that it can follow an index of theirs. */
const inEachTeam = (
  { teamIds, conditions }: Filters,
  columns: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
) => sql`
  select matching.* from unnest(${teamIds}::bigint[]) as team (id) cross join lateral (
    select ${columns} from bugs
    where ${sql.join([sql`bugs.team_id = team.id`, ...conditions], sql` and `)} ${rest}
  ) as matching`;

interface Sort {
  /** What comes before the id; null where the id is all. */
  key: RawBuilder<unknown> | null;
  isAscending: boolean;
  /** Whether a cursor can have this key. */
  isKey(key: unknown): boolean;
}

const isTime = (key: unknown) => typeof key === 'string' && readTime(key) !== undefined;

const sorts: Record<BugSort, Sort> = {
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

/** Counts the bugs that match, up to one more than `most`. If they are not more than that, it sorts them for a page. */
async function sortMatches(
  db: Db,
  filters: Filters,
  { sort: name, limit, offset, after }: Page,
  most: number,
): Promise<Matches> {
  const sort = sorts[name];
  const limited = sql`limit ${most + 1}`;
  const { rows } = await sql<Matches>`
    with matching as materialized (${inEachTeam(filters, columnsOf(sort), limited)} ${limited})
    select (select count(*) from matching), coalesce((
      select json_agg(page) from (
        select * from matching
        where (select count(*) from matching) <= ${most} and ${isBeyond(sort, after, sql`key`, sql`id`)}
        ${orderOf(sort)} limit ${limit} offset ${offset}
      ) as page
    ), '[]') as places`.execute(db);
  return rows[0] as Matches;
}

/** Selects where the bugs of one page stand by following an index in the order of the list. */
export async function selectPlaces(
  db: Db,
  filters: Filters,
  { sort: name, limit, offset, after }: Page,
): Promise<Place[]> {
  const sort = sorts[name];
  const further = isBeyond(sort, after, sort.key ?? sql`null`, sql`bugs.id`);
  const { rows } = await sql<{ places: Place[] }>`
    select coalesce(json_agg(page), '[]') as places from (
      ${inEachTeam(
        { ...filters, conditions: [...filters.conditions, further] },
        columnsOf(sort),
        sql`${orderOf(sort)} limit ${offset + limit}`,
      )}
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

/** Names a list by its filters and its order, so that a cursor is used with the list that it is from. */
function hashOf(sort: BugSort, given: BugFilters): string {
  const entries = Object.entries(given)
    .map(
      ([name, value]) =>
        [name, Array.isArray(value) ? [...new Set<string | number>(value)].sort() : value] as const,
    )
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sort, entries]))
    .digest('base64url')
    .slice(0, 12);
}

const writeCursor = (list: string, { id, key }: Place) =>
  Buffer.from(JSON.stringify([list, id, ...(key === undefined ? [] : [key])])).toString('base64url');

function readCursor(list: string, sort: BugSort, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [ofList, id, key] = parseCursor(cursor);
  if (!Number.isSafeInteger(id)) throw invalid('cursor', 'must be the next_cursor of an earlier page');
  if (ofList !== list || !sorts[sort].isKey(key))
    throw invalid('cursor', 'belongs to a list with other filters or another sort');
  return { id, key } as Place;
}

function parseCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
