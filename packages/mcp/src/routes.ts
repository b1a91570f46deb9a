import { forFields, optionalTexts } from '@skep/vocabulary';
import Type, { type Static, type TSchema } from 'typebox';

// Enums such as a status are plain strings here, because `skep mcp` may be older than the service.

const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const ListOf = <T extends TSchema>(items: T) => Type.Object({ items: Type.Array(items) });

const Bug = Type.Object({
  id: Type.Integer(),
  project_id: Type.Integer(),
  title: Type.String(),
  status: Type.String(),
  severity: Type.String(),
  assignee: OrNull(Type.Object({ name: Type.String(), email: Type.String() })),
  labels: Type.Array(Type.Object({ name: Type.String() })),
  comment_count: Type.Integer(),
  created_at: Type.String(),
});
export type Bug = Static<typeof Bug>;

const FullBug = Type.Object({
  ...Bug.properties,
  description: Type.String(),
  // An older service may not have every field.
  ...forFields(optionalTexts, () => Type.Optional(OrNull(Type.String()))),
  extra: OrNull(Type.Object({})),
  duplicate_of_id: OrNull(Type.Integer()),
  duplicate_count: Type.Optional(Type.Integer()),
  attachments: Type.Array(
    Type.Object({ filename: Type.String(), content_type: Type.String(), url: Type.String() }),
  ),
});
export type FullBug = Static<typeof FullBug>;

export const Label = Type.Object({
  id: Type.Integer(),
  team_id: Type.Integer(),
  name: Type.String(),
  color: Type.String(),
  bug_count: Type.Integer(),
});
export type Label = Static<typeof Label>;

export const Honeycomb = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  team: Type.Object({ id: Type.Integer(), name: Type.String(), slug: Type.String() }),
});

const Counts = Type.Record(Type.String(), Type.Integer());

export const Stats = Type.Object({
  teams: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      slug: Type.String(),
      open_count: Type.Integer(),
    }),
  ),
  open_count: Type.Integer(),
  by_severity: Counts,
  by_status: Counts,
});

/** Every route that tools call, with the schema of the response fields they read. */
export const routes = {
  'GET /mcp/token': Type.Object({ scopes: Type.Array(Type.String()) }),
  'GET /mcp/bugs': Type.Object({
    items: Type.Array(Bug),
    total: Type.Integer(),
    total_capped: Type.Optional(Type.Boolean()),
  }),
  'GET /mcp/bugs/:bug_id': FullBug,
  'GET /mcp/bugs/:bug_id/similar': ListOf(Type.Object({ ...Bug.properties, score: Type.Number() })),
  'PATCH /mcp/bugs/:bug_id': Bug,
  'POST /mcp/bugs/:bug_id/resolve': Bug,
  'POST /mcp/bugs/:bug_id/spam': Bug,
  'POST /mcp/bugs/:bug_id/assign-me': Bug,
  'POST /mcp/bugs/:bug_id/comments': Type.Object({ id: Type.Integer(), created_at: Type.String() }),
  'POST /mcp/bugs/:bug_id/labels': Bug,
  'DELETE /mcp/bugs/:bug_id/labels': Bug,
  'GET /mcp/honeycombs': Type.Object({ items: Type.Array(Honeycomb), total: Type.Integer() }),
  'GET /mcp/honeycombs/:project_id': Type.Object({ ...Honeycomb.properties, api_key: Type.String() }),
  'GET /mcp/stats': Stats,
  'GET /mcp/teams/:team_id/labels': ListOf(Label),
  'POST /mcp/teams/:team_id/labels': Label,
  'PATCH /mcp/labels/:label_id': Label,
  'DELETE /mcp/labels/:label_id': Type.Unknown(),
  'GET /widget/info': Type.Object({ plan: Type.String() }),
};

export type Route = keyof typeof routes;
export type RouteResponse<R extends Route> = Static<(typeof routes)[R]>;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type Ids<R extends Route> = Record<NamesIn<R>, number>;
