import type { CallToolResult, Tool as Definition } from '@modelcontextprotocol/server';
import type { Scope } from '@skep/vocabulary';
import type { Static, TObject } from 'typebox';
import type { Api } from './api.ts';
import { ApiProblem, explain } from './problem.ts';
import { BadArguments, readerOf } from './schema.ts';

/** The hints of the protocol. All four are always given, because a client that has to guess assumes the worst. */
export interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** The hints of a tool that reads and changes nothing. */
export const looks = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

/** The result of a tool, as text for people and as data for programs. */
export interface Reply<O> {
  text: string;
  data: O;
}

interface ToolParts<I extends TObject, O extends TObject> {
  name: string;
  title: string;
  /** Tells an assistant what the tool does and when to use it. */
  description: string;
  /** The scope that the token must have; null when the tool reads nothing of the team's. */
  scope: Scope | null;
  annotations: Annotations;
  input: I;
  output: O;
  /** What to try when something was not found. */
  missing?: string;
  run(api: Api, args: Static<I>): Promise<Reply<Static<O>>> | Reply<Static<O>>;
}

/** A tool is made once in a process; each call brings the API in the name of its caller. */
export interface Tool {
  name: string;
  scope: Scope | null;
  /** What `tools/list` answers of it. */
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
      // A refusal is returned as a result, which the assistant can read and act on.
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

/** The definition as plain JSON, without what the library of the schemas keeps in them. */
const asJson = (definition: object): Definition => JSON.parse(JSON.stringify(definition));

const refuse = (name: string, { message }: BadArguments) =>
  `Input validation error: Invalid arguments for tool ${name}: ${message}`;

function describe(api: Api, missing: string, error: unknown): string {
  // An answer that was given, but is not understood, is a fault of the service or of this package.
  if (error instanceof ApiProblem && error.status >= 200 && error.status < 300) api.log(error);
  if (error instanceof ApiProblem) return explain(error, `${api.baseUrl}/me/settings/mcp`, missing);
  api.log(error);
  return 'Something went wrong in the tool itself. Calling again will not help; tell the user.';
}
