import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IdParams, NoContent } from '../../../schema.ts';
import { createMcpToken, hasTooManyTokens, listMcpTokens, revokeMcpToken } from './operations.ts';
import { CreatedMcpToken, McpTokenList, NewMcpToken } from './schema.ts';

const tags = ['me'];
const auth = 'session';

export function mcpTokenRoutes(app: App, context: Context): void {
  app.get(
    '/me/mcp-tokens',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listMcpTokens',
        summary: 'List your MCP tokens',
        response: { 200: McpTokenList },
      },
    },
    ({ actor }) => listMcpTokens(context, actor),
  );

  app.post(
    '/me/mcp-tokens',
    {
      config: { auth, errors: [hasTooManyTokens()] },
      schema: {
        tags,
        operationId: 'createMcpToken',
        summary: 'Mint an MCP token',
        body: NewMcpToken,
        response: { 201: CreatedMcpToken },
      },
    },
    async ({ accessToken, body }, reply) =>
      reply.code(201).send(await createMcpToken(context, accessToken, body)),
  );

  app.delete(
    '/me/mcp-tokens/:token_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'revokeMcpToken',
        summary: 'Revoke an MCP token',
        params: IdParams('token_id'),
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await revokeMcpToken(context, actor, params.token_id);
      return reply.code(204).send(null);
    },
  );
}
