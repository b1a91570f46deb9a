import type { CallToolResult, Tool as Definition } from '@modelcontextprotocol/server';
import type { Scope } from '@skep/vocabulary';
import type { Static, TObject } from 'typebox';
import type { Api } from './api.ts';
import { ApiProblem, explain } from './problem.ts';
import { BadArguments, readerOf } from './schema.ts';

/** All four are always said: a client that is left to guess assumes the worst. */
export interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Looks, and changes nothing. */
export const looks = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

/** The same result for people, as text, and for programs. */
export interface Reply<O> {
  text: string;
  data: O;
}

interface ToolParts<I extends TObject, O extends TObject> {
  name: string;
  title: string;
  /** What it does and when to use it. */
  description: string;
  /** What the token must be allowed to do; null when the tool needs nothing of the team's. */
  scope: Scope | null;
  annotations: Annotations;
  input: I;
  output: O;
  /** What to try when something was not found. */
  missing?: string;
  run(api: Api, args: Static<I>): Promise<Reply<Static<O>>> | Reply<Static<O>>;
}

/** Made once in a process; who calls it comes with each call. */
export interface Tool {
  name: string;
  scope: Scope | null;
  /** As it is listed. */
  definition: Definition;
  call(api: Api, args: unknown): Promise<CallToolResult>;
}

export function defineTool<I extends TObject, O extends TObject>(parts: ToolParts<I, O>): Tool {
  const { name, scope, title, description, annotations, run, missing = '' } = parts;
  const readArguments = readerOf(parts.input);
  return {
    name,
    scope,
    definition: asJson({
      name,
      title,
      description,
      inputSchema: parts.input,
      annotations,
      outputSchema: parts.output,
    }),
    async call(api, args) {
      // A refusal is a result, which the assistant can read and act on.
      try {
        const { text, data } = await run(api, readArguments(args));
        return { content: [{ type: 'text', text }], structuredContent: data };
      } catch (error) {
        const text = error instanceof BadArguments ? refuse(name, error) : describe(api, missing, error);
        return { content: [{ type: 'text', text }], isError: true };
      }
    },
  };
}

/** What a client gets to see of it, and nothing else that the schemas' library keeps there. */
const asJson = (definition: object): Definition => JSON.parse(JSON.stringify(definition));

const refuse = (name: string, { message }: BadArguments) =>
  `Input validation error: Invalid arguments for tool ${name}: ${message}`;

function describe(api: Api, missing: string, error: unknown): string {
  if (error instanceof ApiProblem) return explain(error, `${api.baseUrl}/me/settings/mcp`, missing);
  api.log(error);
  return 'Something went wrong in the tool itself. Calling again will not help; tell the user.';
}
