import type { CallToolResult, Tool as Definition } from '@modelcontextprotocol/server';
import type { Scope } from '@skep/vocabulary';
import Type, { type Static, type TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Api, ApiProblem, explain } from './api.ts';
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

export const Id = (description?: string) => Type.Integer({ minimum: 1, ...(description && { description }) });

export const OneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...(description && { description }) });

/**
 * Returns a function that accepts arguments of this shape, and throws for others which field is wrong and what it may be.
 * Unknown arguments are refused too, because a filter with a wrong name must not be ignored.
 */
export function readerOf<T extends TObject>(schema: T): (args: unknown) => Static<T> {
  const closed: T = { ...schema, additionalProperties: false };
  const validator = Compile(closed);
  const known = Object.keys(schema.properties).join(', ') || 'none';
  return (args) => {
    if (validator.Check(args)) return args;
    throw new BadArguments(
      validator
        .Errors(args)
        .map((error) => describeError(error, known))
        .join(', '),
    );
  };
}

/** Arguments that a tool does not take. */
export class BadArguments extends Error {}

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

/** Argument of tools that list by page. */
export const Cursor = Type.Optional(Type.String({ maxLength: 20, description: 'previous next_cursor' }));

/** The offset that a cursor stands for. */
export function readCursor(cursor = '0'): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ApiProblem(422, 'cursor: must be the next_cursor of an earlier answer');
}

/**
 * What every tool that changes a bug has in common. None is destructive, because the bug's history keeps what was before.
 * Their world is open: reports come from anywhere, and webhooks tell others of changes.
 */
export const changesBug = {
  scope: 'write:bugs',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  missing: 'Find ids with list_bugs.',
} as const;

/** What every tool that changes a team's labels has in common. Labels are a closed world, which only the team writes to. */
export const changesLabels = {
  scope: 'write:labels',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
} as const;
