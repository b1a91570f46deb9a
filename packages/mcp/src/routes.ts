import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import * as answers from './answers.ts';

/** Every route of the service that tools call, with the schema of what they read of its answer. */
export const routes = {
  'GET /mcp/token': checking(answers.Token),
  'GET /mcp/bugs': checking(answers.BugPage),
  'GET /mcp/bugs/:bug_id': checking(answers.FullBug),
  'GET /mcp/bugs/:bug_id/similar': checking(answers.SimilarBugs),
  'PATCH /mcp/bugs/:bug_id': checking(answers.Bug),
  'POST /mcp/bugs/:bug_id/resolve': checking(answers.Bug),
  'POST /mcp/bugs/:bug_id/spam': checking(answers.Bug),
  'POST /mcp/bugs/:bug_id/assign-me': checking(answers.Bug),
  'POST /mcp/bugs/:bug_id/comments': checking(answers.Comment),
  'POST /mcp/bugs/:bug_id/labels': checking(answers.Bug),
  'DELETE /mcp/bugs/:bug_id/labels': checking(answers.Bug),
  'GET /mcp/honeycombs': checking(answers.HoneycombList),
  'GET /mcp/honeycombs/:project_id': checking(answers.HoneycombDetail),
  'GET /mcp/stats': checking(answers.Stats),
  'GET /mcp/teams/:team_id/labels': checking(answers.LabelList),
  'POST /mcp/teams/:team_id/labels': checking(answers.Label),
  'PATCH /mcp/labels/:label_id': checking(answers.Label),
  'DELETE /mcp/labels/:label_id': checking(answers.Nothing),
  'GET /widget/info': checking(answers.KeyInfo),
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
