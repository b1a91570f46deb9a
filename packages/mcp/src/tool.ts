import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Scope } from '@skep/vocabulary';
import type { Static, TObject } from 'typebox';
import type { Api } from './api.ts';
import { ApiProblem, explain } from './problem.ts';
import { toStandardSchema } from './schema.ts';

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

export interface Tool {
  name: string;
  scope: Scope | null;
  register(server: McpServer, api: Api): void;
}

export function defineTool<I extends TObject, O extends TObject>(parts: ToolParts<I, O>): Tool {
  const { name, scope, title, description, annotations, run, missing = '' } = parts;
  const inputSchema = toStandardSchema(parts.input, { closed: true });
  const outputSchema = toStandardSchema(parts.output);
  return {
    name,
    scope,
    register(server, api) {
      const config = { title, description, annotations, inputSchema, outputSchema };
      server.registerTool<StandardSchemaWithJSON, StandardSchemaWithJSON>(name, config, (args) =>
        answer(api, missing, () => run(api, args as Static<I>)),
      );
    },
  };
}

/** A refusal is a result, which the assistant can read and act on. */
async function answer(
  api: Api,
  missing: string,
  run: () => Promise<Reply<unknown>> | Reply<unknown>,
): Promise<CallToolResult> {
  try {
    const { text, data } = await run();
    return {
      content: [{ type: 'text', text }],
      structuredContent: data as Record<string, unknown>,
    };
  } catch (error) {
    return { content: [{ type: 'text', text: describeError(api, missing, error) }], isError: true };
  }
}

function describeError(api: Api, missing: string, error: unknown): string {
  if (error instanceof ApiProblem) return explain(error, `${api.baseUrl}/me/settings/mcp`, missing);
  api.log(error);
  return 'Something went wrong in the tool itself. Calling again will not help; tell the user.';
}
