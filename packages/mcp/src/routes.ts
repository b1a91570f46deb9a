import { forFields, optionalTexts } from '@skep/vocabulary';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/*
 * What tools read of the service's answers, which hold more. Words such as a status are any text here: `skep mcp` may be
 * older than the service that it talks to.
 */

const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Token = Type.Object({ scopes: Type.Array(Type.String()) });

export const Bug = Type.Object({
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

export const BugPage = Type.Object({
  items: Type.Array(Bug),
  total: Type.Integer(),
  total_capped: Type.Optional(Type.Boolean()),
});

export const SimilarBugs = Type.Object({
  items: Type.Array(Type.Object({ ...Bug.properties, score: Type.Number() })),
});

export const FullBug = Type.Object({
  ...Bug.properties,
  description: Type.String(),
  // They may be missing, too: `skep mcp` may know fields that an older service does not.
  ...forFields(optionalTexts, () => Type.Optional(OrNull(Type.String()))),
  extra: OrNull(Type.Object({})),
  duplicate_of_id: OrNull(Type.Integer()),
  duplicate_count: Type.Optional(Type.Integer()),
  attachments: Type.Array(
    Type.Object({ filename: Type.String(), content_type: Type.String(), url: Type.String() }),
  ),
});
export type FullBug = Static<typeof FullBug>;

export const Comment = Type.Object({ id: Type.Integer(), created_at: Type.String() });

export const Label = Type.Object({
  id: Type.Integer(),
  team_id: Type.Integer(),
  name: Type.String(),
  color: Type.String(),
  bug_count: Type.Integer(),
});
export type Label = Static<typeof Label>;

export const LabelList = Type.Object({ items: Type.Array(Label) });

export const Honeycomb = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  team: Type.Object({ id: Type.Integer(), name: Type.String(), slug: Type.String() }),
});

export const HoneycombList = Type.Object({ items: Type.Array(Honeycomb), total: Type.Integer() });

/** One project, with its publishable key, which lists do not show. */
export const HoneycombDetail = Type.Object({ ...Honeycomb.properties, api_key: Type.String() });

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

export const KeyInfo = Type.Object({ plan: Type.String() });

/** An answer without a body. */
export const Nothing = Type.Unknown();

/** Every route of the service that tools call, with the schema of what they read of its answer. */
export const routes = {
  'GET /mcp/token': checking(Token),
  'GET /mcp/bugs': checking(BugPage),
  'GET /mcp/bugs/:bug_id': checking(FullBug),
  'GET /mcp/bugs/:bug_id/similar': checking(SimilarBugs),
  'PATCH /mcp/bugs/:bug_id': checking(Bug),
  'POST /mcp/bugs/:bug_id/resolve': checking(Bug),
  'POST /mcp/bugs/:bug_id/spam': checking(Bug),
  'POST /mcp/bugs/:bug_id/assign-me': checking(Bug),
  'POST /mcp/bugs/:bug_id/comments': checking(Comment),
  'POST /mcp/bugs/:bug_id/labels': checking(Bug),
  'DELETE /mcp/bugs/:bug_id/labels': checking(Bug),
  'GET /mcp/honeycombs': checking(HoneycombList),
  'GET /mcp/honeycombs/:project_id': checking(HoneycombDetail),
  'GET /mcp/stats': checking(Stats),
  'GET /mcp/teams/:team_id/labels': checking(LabelList),
  'POST /mcp/teams/:team_id/labels': checking(Label),
  'PATCH /mcp/labels/:label_id': checking(Label),
  'DELETE /mcp/labels/:label_id': checking(Nothing),
  'GET /widget/info': checking(KeyInfo),
};

/** A type guard for answers of one shape. */
export interface Check<A> {
  accepts(content: unknown): content is A;
  /** What is wrong with an answer that is not accepted. */
  problemOf(content: unknown): string;
}

function checking<T extends TSchema>(schema: T): Check<Static<T>> {
  const validator = Compile(schema);
  return {
    accepts: (content): content is Static<T> => validator.Check(content),
    problemOf(content) {
      const [first] = validator.Errors(content);
      return `${first?.instancePath || 'it'} ${first?.message}`;
    },
  };
}

export type Route = keyof typeof routes;
export type Answers = { [R in Route]: (typeof routes)[R] extends Check<infer A> ? A : never };

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The ids in a route's path, by name. */
export type Ids<R extends Route> = Record<NamesIn<R>, number>;
