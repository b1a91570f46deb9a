import { createHash } from 'node:crypto';
import { type BugFilters, type BugSort, bugSorts } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { IfNoneMatch, NotModified, sendJsonIfChanged } from '../../http/json.ts';
import { Id, OneOf, PagedListOf, paginationQuery } from '../../schema.ts';
import { BugFilterObject, filterParameters, resolveFilters } from './filters.ts';
import { countMatches, findPage, type Position, sorts, type Total, totalOf } from './find.ts';
import { BugListItem, listItems } from './read.ts';

export const sortParameter = Type.Optional(
  OneOf(bugSorts, {
    description:
      'Defaults to `newest`. `updated`: most recently changed first. `severity`: most severe first, then newest.',
  }),
);

export const BugListFilters = Type.Object({ ...filterParameters, sort: sortParameter });
export type BugListFilters = Static<typeof BugListFilters>;

export const BugListQuery = Type.Object({
  ...BugListFilters.properties,
  limit: paginationQuery.limit,
  // No default, so that it is known whether it was given.
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Number of items to skip.',
    }),
  ),
  before_id: Type.Optional(
    Id({
      description: 'Instead of `offset`, with `sort=newest`: start with the newest bug whose id is smaller.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Instead of `offset`: the `next_cursor` of the previous page, with the same filters and `sort`. Pages neither ' +
        'overlap nor skip bugs, even if new ones arrive.',
    }),
  ),
});
export type BugListQuery = Static<typeof BugListQuery>;

const totalProperties = {
  total: Type.Integer({ description: 'Number of matching bugs on all pages.' }),
  total_capped: Type.Optional(
    Type.Boolean({
      description:
        'True if more bugs match than `total`, which is capped at 10,000, or at 1,000 for searches.',
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
      description: 'The `cursor` of the next page; null on the last one.',
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
  { counts: Type.Array(Type.Object(totalProperties), { description: 'In the order of `filters`.' }) },
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
        summary: 'Count bugs for several filters',
        description: 'Each count equals the `total` of a list with these filters.',
        body: CountsRequest,
        response: { 200: Counts },
      },
    },
    ({ actor, body }) => countBugs(context, actor, body.filters),
  );
}

export async function listBugs(context: Context, actor: Actor, query: BugListQuery): Promise<BugList> {
  const { limit, offset, before_id, cursor, sort = 'newest', ...given } = query;
  if (cursor !== undefined && (offset ?? before_id) !== undefined)
    throw invalid('cursor', 'cannot be given together with offset or before_id');
  if (before_id !== undefined && offset !== undefined)
    throw invalid('before_id', 'cannot be given together with offset');
  if (before_id !== undefined && sort !== 'newest') throw invalid('before_id', 'requires sort=newest');
  const list = hashOf(sort, given);
  const after = before_id !== undefined ? { id: before_id } : readCursor(list, sort, cursor);
  const filters = await resolveFilters(context, actor, given);
  const page = { sort, limit: limit + 1, offset: offset ?? 0, after };
  const { positions, count } = await context.pools.search.run(actor, filters.teamIds, (db) =>
    findPage(db, filters, page),
  );
  const shown = positions.slice(0, limit);
  const last = positions.length > limit ? shown.at(-1) : undefined;
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

/** Identifies a list by its filters and order, so that a cursor is only valid for it. */
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

const writeCursor = (list: string, { id, key }: Position) =>
  Buffer.from(JSON.stringify([list, id, ...(key === undefined ? [] : [key])])).toString('base64url');

function readCursor(list: string, sort: BugSort, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [ofList, id, key] = parseCursor(cursor);
  if (!Number.isSafeInteger(id)) throw invalid('cursor', 'must be the next_cursor of an earlier page');
  if (ofList !== list || !sorts[sort].isKey(key))
    throw invalid('cursor', 'belongs to a list with different filters or sort');
  return { id, key } as Position;
}

function parseCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
