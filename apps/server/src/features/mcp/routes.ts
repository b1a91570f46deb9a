import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IdParams } from '../../schema.ts';
import { mcpBugRoutes } from './bug-routes.ts';
import { mcpLabelRoutes } from './label-routes.ts';
import { getHoneycomb, getStats, listHoneycombs } from './operations.ts';
import { HoneycombDetail, HoneycombList, HoneycombsQuery, McpStats, TokenInfo } from './schema.ts';
import { mcpTokenRoutes } from './tokens.ts';

const tags = ['mcp'];

/** The routes for AI assistants. They call the same operations as the dashboard's, but ask for a token and its scopes. */
export function mcpRoutes(app: App, context: Context): void {
  mcpTokenRoutes(app, context);
  mcpBugRoutes(app, context);
  mcpLabelRoutes(app, context);

  app.get(
    '/mcp/honeycombs',
    {
      config: { auth: 'token', scope: 'read:honeycombs' },
      schema: {
        tags,
        operationId: 'mcpListProjects',
        summary: 'List projects with their team',
        querystring: HoneycombsQuery,
        response: { 200: HoneycombList },
      },
    },
    ({ actor, query }) => listHoneycombs(context, actor, query),
  );

  app.get(
    '/mcp/honeycombs/:project_id',
    {
      config: { auth: 'token', scope: 'read:honeycombs' },
      schema: {
        tags,
        operationId: 'mcpGetProject',
        summary: 'Read a project, its publishable key included',
        params: IdParams('project_id'),
        response: { 200: HoneycombDetail },
      },
    },
    ({ actor, params }) => getHoneycomb(context, actor, params.project_id),
  );

  app.get(
    '/mcp/stats',
    {
      config: { auth: 'token', scope: 'read:teams' },
      schema: {
        tags,
        operationId: 'mcpGetStats',
        summary: 'Count the bugs of all your teams',
        response: { 200: McpStats },
      },
    },
    ({ actor }) => getStats(context, actor),
  );

  app.get(
    '/mcp/token',
    {
      config: { auth: 'token' },
      schema: {
        tags,
        operationId: 'mcpGetToken',
        summary: 'What this token may do',
        response: { 200: TokenInfo },
      },
    },
    ({ mcpToken: { id, name, scopes } }) => ({ id, name, scopes }),
  );
}
