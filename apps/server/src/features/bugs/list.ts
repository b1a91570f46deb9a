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
import { BugListItem, listItems } from './items.ts';

/** Totals are counted up to so many bugs, and those of searches up to fewer. */
export const mostCounted = 10_000;
const mostFound = 1_000;
/** A search looks through so many of the newest bugs of a team before it asks the index: common words are found there. */
const searchedFirst = 5_000;

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
  const after = before_id !== undefined ? { id: before_id, key: null } : readCursor(list, sort, cursor);
  const filters = await resolveFilters(context, actor, given);
  const page = { sort, limit: limit + 1, offset: offset ?? 0, after };
  const { places, ...total } = await context.pools.search.run(actor, filters.teamIds, (db) =>
    findPage(db, filters, page),
  );
  const shown = places.slice(0, limit);
  const last = places.length > limit ? shown.at(-1) : undefined;
  const items = await listItems(
    context,
    context.pools.main,
    shown.map(({ id }) => id),
  );
  return { items, ...total, limit, offset: page.offset, next_cursor: last ? writeCursor(list, last) : null };
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
  key: string | number | null;
}

/** Which part of a list is asked for. */
interface Page {
  sort: BugSort;
  limit: number;
  offset: number;
  after: Place | undefined;
}

interface Total {
  total: number;
  total_capped?: true;
}

/** Finds where the bugs of one page stand, and counts all that match, whatever the page. */
async function findPage(db: Db, filters: Filters, page: Page): Promise<Total & { places: Place[] }> {
  if (filters.isSearch && page.sort === 'newest') {
    const newest = { ...filters, isAmongNewest: true };
    const places = await selectPlaces(db, newest, page, true);
    if (places.length === page.limit) return { places, ...(await countMatches(db, filters, newest)) };
  }
  const total = await countMatches(db, filters);
  return { places: await selectPlaces(db, filters, page, !total.total_capped), ...total };
}

const mostOf = ({ isSearch }: Filters) => (isSearch ? mostFound : mostCounted);

/** Counts the bugs that match, up to what totals are counted to; `sooner` is a part of them that may be enough. */
export async function countMatches(db: Db, filters: Filters, sooner?: Filters): Promise<Total> {
  const most = mostOf(filters);
  if (sooner && (await count(db, sooner, most + 1)) > most) return { total: most, total_capped: true };
  const total = await count(db, filters, most + 1);
  return total > most ? { total: most, total_capped: true } : { total };
}

async function count(db: Db, filters: Filters, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${inEachTeam(filters, sql``, sql`limit ${limit}`)} limit ${limit}) as matching`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** One statement for all teams, which is planned for each of them, so that it can follow an index in the order of its ids. */
function inEachTeam(
  { teamIds, conditions, isAmongNewest = false }: Filters,
  columns: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
) {
  const bugs = isAmongNewest
    ? sql`(select * from bugs where team_id = team.id order by id desc limit ${sql.lit(searchedFirst)}) as bugs`
    : sql`bugs`;
  return sql`
    select matching.* from unnest(${teamIds}::bigint[]) as team (id) cross join lateral (
      select ${columns} from ${bugs}
      where ${sql.join([sql`bugs.team_id = team.id`, ...conditions], sql` and `)} ${rest}
    ) as matching`;
}

interface Sort {
  /** What comes before the id; null where the id is all. */
  key: RawBuilder<unknown> | null;
  isAscending: boolean;
  /** Whether a cursor can have this key. */
  isKey(key: unknown): boolean;
}

const isTime = (key: unknown) => typeof key === 'string' && readTime(key) !== undefined;

const sorts: Record<BugSort, Sort> = {
  newest: { key: null, isAscending: false, isKey: (key) => key === null },
  oldest: { key: null, isAscending: true, isKey: (key) => key === null },
  updated: { key: sql`bugs.updated_at`, isAscending: false, isKey: isTime },
  severity: {
    key: sql`severity_rank(bugs.severity)`,
    isAscending: false,
    isKey: (key) => Number.isInteger(key) && Number(key) > 0 && Number(key) <= severities.length,
  },
};

/**
 * Selects where the bugs of one page stand, in its order. The planner expects matches to be spread evenly over an index, and
 * may read all of it when they are few. So of few (`areFew`), all are selected before they are sorted (`offset 0`).
 */
export async function selectPlaces(
  db: Db,
  filters: Filters,
  { sort, limit, offset, after }: Page,
  areFew: boolean,
): Promise<Place[]> {
  const { key, isAscending } = sorts[sort];
  const [direction, beyond] = isAscending ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const isAfter = after && [
    key
      ? sql`(${key}, bugs.id) ${beyond} (${after.key}, ${after.id}::bigint)`
      : sql`bugs.id ${beyond} ${after.id}`,
  ];
  const wanted = { ...filters, conditions: [...filters.conditions, ...(isAfter ?? [])] };
  const columns = key ? sql`bugs.id, ${key} as key` : sql`bugs.id`;
  const order = sql`order by ${key ? sql`key ${direction}, ` : sql``}id ${direction}`;
  const rest = areFew ? sql`offset 0` : sql`${order} limit ${offset + limit}`;
  const { rows } = await sql<{ id: number; key?: Date | number }>`
    ${inEachTeam(wanted, columns, rest)} ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id, key = null }) => ({ id, key: key instanceof Date ? key.toISOString() : key }));
}

/** Selects the ids of the newest bugs that match, with ids below `before`. */
export async function selectIds(
  db: Db,
  filters: Filters,
  limit: number,
  before: number | null = null,
): Promise<number[]> {
  const after = before === null ? undefined : { id: before, key: null };
  const places = await selectPlaces(db, filters, { sort: 'newest', limit, offset: 0, after }, true);
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
  Buffer.from(JSON.stringify([list, id, key])).toString('base64url');

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
