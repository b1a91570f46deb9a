import type { CallToolResult, Tool as Definition } from '@modelcontextprotocol/server';
import type { Scope } from '@skep/vocabulary';
import Type, { type Static, type TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Api, ApiProblem, explain } from './api.ts';

/** All four hints are required, because clients assume the worst for missing ones. */
interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

const hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export const readsTeam: Annotations = { ...hints, readOnlyHint: true };
/** Reports come from untrusted sources, hence the open world. */
export const readsReports: Annotations = { ...readsTeam, openWorldHint: true };

/** Not destructive, because the timeline keeps old values. Open world, because webhooks are sent. */
export const changesBug = {
  scope: 'write:bugs',
  annotations: { ...hints, openWorldHint: true },
  missing: 'Find ids with list_bugs.',
} as const;

/** Destructive, because labels have no history. */
export const changesLabel = {
  scope: 'write:labels',
  annotations: { ...hints, destructiveHint: true },
  missing: 'Find the ids of labels with list_labels.',
} as const;

/** The result of a tool as text and as structured data. */
export interface ToolResult<O> {
  text: string;
  data: O;
}

interface ToolParts<I extends TObject, O extends TObject> {
  name: string;
  title: string;
  /** What the tool does and when to use it. */
  description: string;
  /** Null if the tool reads no team data. */
  scope: Scope | null;
  annotations: Annotations;
  input: I;
  output: O;
  /** Advice after a 404. */
  missing?: string;
  run(api: Api, args: Static<I>): Promise<ToolResult<Static<O>>> | ToolResult<Static<O>>;
}

/** Tools are created once per process; each call passes the caller's API. */
export interface Tool {
  name: string;
  scope: Scope | null;
  definition: Definition;
  call(api: Api, args: unknown): Promise<CallToolResult>;
}

export function defineTool<I extends TObject, O extends TObject>(parts: ToolParts<I, O>): Tool {
  const { name, scope, title, description, annotations, input, output, run, missing = '' } = parts;
  // Unknown arguments are rejected, so that a misspelled filter is not ignored.
  const validator = Compile({ ...input, additionalProperties: false } as I);
  const known = Object.keys(input.properties).join(', ') || 'none';
  const definition = { name, title, description, inputSchema: input, annotations, outputSchema: output };
  return {
    name,
    scope,
    // Strips the internal symbols of the schema library.
    definition: JSON.parse(JSON.stringify(definition)),
    async call(api, args) {
      if (!validator.Check(args)) {
        const problems = validator.Errors(args).map((error) => describeError(error, known));
        return errorResult(
          `Input validation error: Invalid arguments for tool ${name}: ${problems.join(', ')}`,
        );
      }
      try {
        const { text, data } = await run(api, args);
        return { content: [{ type: 'text', text }], structuredContent: data };
      } catch (error) {
        return errorResult(describeFailure(api, missing, error));
      }
    },
  };
}

/** An error is a result that the assistant can read and act on. */
const errorResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

function describeFailure(api: Api, missing: string, error: unknown): string {
  // A successful response with an unexpected format is a bug in the service or this package.
  if (!(error instanceof ApiProblem) || (error.status >= 200 && error.status < 300)) api.log(error);
  if (error instanceof ApiProblem) return explain(error, `${api.baseUrl}/me/settings/mcp`, missing);
  return 'Internal error in the tool. Retrying will not help. Tell the user.';
}

interface SchemaError {
  instancePath: string;
  message: string;
  params: object;
}

function describeError({ instancePath, message, params }: SchemaError, known: string): string {
  if ('additionalProperties' in params) {
    return `${(params.additionalProperties as string[]).join(', ')}: unknown argument. Allowed: ${known}`;
  }
  const field = instancePath.slice(1).replaceAll('/', '.') || 'arguments';
  const allowed = 'allowedValues' in params ? `: ${(params.allowedValues as string[]).join(', ')}` : '';
  return `${field} ${message}${allowed}`;
}

export const Id = (description?: string) => Type.Integer({ minimum: 1, ...(description && { description }) });

export const OneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values });

export const Cursor = Type.Optional(
  Type.String({ maxLength: 20, description: 'next_cursor of the previous page' }),
);

export function readCursor(cursor = '0'): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ApiProblem(422, 'cursor: must be the next_cursor of an earlier result');
}
