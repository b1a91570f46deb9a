import type { CallToolResult, Tool as Definition } from '@modelcontextprotocol/server';
import type { Scope } from '@skep/vocabulary';
import Type, { type Static, type TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Api, ApiProblem, explain } from './api.ts';

/** The hints of the protocol. All four are always given, because a client that has to guess assumes the worst. */
interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

const hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export const readsTeam: Annotations = { ...hints, readOnlyHint: true };
/** Reports come from anywhere, so their world is open. */
export const readsReports: Annotations = { ...readsTeam, openWorldHint: true };

/** None is destructive, because the bug's history keeps what was before. Webhooks tell others of changes. */
export const changesBug = {
  scope: 'write:bugs',
  annotations: { ...hints, openWorldHint: true },
  missing: 'Find ids with list_bugs.',
} as const;

/** Nothing remembers what a label was before. */
export const changesLabel = {
  scope: 'write:labels',
  annotations: { ...hints, destructiveHint: true },
  missing: 'Find the ids of labels with list_labels.',
} as const;

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
  /** Null when the tool reads nothing of the team's. */
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
  definition: Definition;
  call(api: Api, args: unknown): Promise<CallToolResult>;
}

export function defineTool<I extends TObject, O extends TObject>(parts: ToolParts<I, O>): Tool {
  const { name, scope, title, description, annotations, input, output, run, missing = '' } = parts;
  // Unknown arguments are refused, because a filter with a wrong name must not be ignored.
  const validator = Compile({ ...input, additionalProperties: false } as I);
  const known = Object.keys(input.properties).join(', ') || 'none';
  const definition = { name, title, description, inputSchema: input, annotations, outputSchema: output };
  return {
    name,
    scope,
    // As plain JSON, without what the library of the schemas keeps in them.
    definition: JSON.parse(JSON.stringify(definition)),
    async call(api, args) {
      if (!validator.Check(args)) {
        const problems = validator.Errors(args).map((error) => describeError(error, known));
        return refusal(`Input validation error: Invalid arguments for tool ${name}: ${problems.join(', ')}`);
      }
      try {
        const { text, data } = await run(api, args);
        return { content: [{ type: 'text', text }], structuredContent: data };
      } catch (error) {
        return refusal(describeFailure(api, missing, error));
      }
    },
  };
}

/** A refusal is a result, which the assistant can read and act on. */
const refusal = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

function describeFailure(api: Api, missing: string, error: unknown): string {
  // An answer that was given, but is not understood, is a fault of the service or of this package.
  if (!(error instanceof ApiProblem) || (error.status >= 200 && error.status < 300)) api.log(error);
  if (error instanceof ApiProblem) return explain(error, `${api.baseUrl}/me/settings/mcp`, missing);
  return 'Something went wrong in the tool itself. Calling again will not help; tell the user.';
}

interface SchemaError {
  instancePath: string;
  message: string;
  params: object;
}

function describeError({ instancePath, message, params }: SchemaError, known: string): string {
  if ('additionalProperties' in params) {
    return `${(params.additionalProperties as string[]).join(', ')}: no such argument; there are ${known}`;
  }
  const field = instancePath.slice(1).replaceAll('/', '.') || 'arguments';
  const allowed = 'allowedValues' in params ? `: ${(params.allowedValues as string[]).join(', ')}` : '';
  return `${field} ${message}${allowed}`;
}

export const Id = (description?: string) => Type.Integer({ minimum: 1, ...(description && { description }) });

export const OneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values });

/** Argument of tools that list by page. */
export const Cursor = Type.Optional(Type.String({ maxLength: 20, description: 'previous next_cursor' }));

/** The offset that a cursor stands for. */
export function readCursor(cursor = '0'): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ApiProblem(422, 'cursor: must be the next_cursor of an earlier answer');
}
