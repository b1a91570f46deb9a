import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { routesOf } from '../../http/route.ts';
import {
  createLabel,
  deleteLabel,
  hasTooManyLabels,
  listLabels,
  nameTaken,
  updateLabel,
} from '../labels/operations.ts';
import { Label, LabelList, LabelPatch, NewLabel } from '../labels/schema.ts';
import { mcpBugRoutes } from './bug-routes.ts';
import { getHoneycomb, getStats, listHoneycombs } from './operations.ts';
import { HoneycombDetail, HoneycombList, HoneycombsQuery, McpStats, TokenInfo } from './schema.ts';
import { mcpTokenRoutes } from './tokens.ts';

/** The routes for AI assistants. They call the same operations as the dashboard's, but ask for a token and its scopes. */
export function mcpRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'token', tags: ['mcp'] });
  mcpTokenRoutes(app, context);
  mcpBugRoutes(app, context);
  mcpLabelRoutes(app, context);

  routes.get(
    '/mcp/honeycombs',
    {
      operationId: 'mcpListProjects',
      summary: 'List projects with their team',
      querystring: HoneycombsQuery,
      response: { 200: HoneycombList },
      scope: 'read:honeycombs',
    },
    ({ actor, query }) => listHoneycombs(context, actor, query),
  );

  routes.get(
    '/mcp/honeycombs/:project_id',
    {
      operationId: 'mcpGetProject',
      summary: 'Read a project, its publishable key included',
      response: { 200: HoneycombDetail },
      scope: 'read:honeycombs',
    },
    ({ actor, params }) => getHoneycomb(context, actor, params.project_id),
  );

  routes.get(
    '/mcp/stats',
    {
      operationId: 'mcpGetStats',
      summary: 'Count the bugs of all your teams',
      response: { 200: McpStats },
      scope: 'read:teams',
    },
    ({ actor }) => getStats(context, actor),
  );

  routes.get(
    '/mcp/token',
    { operationId: 'mcpGetToken', summary: 'What this token may do', response: { 200: TokenInfo } },
    ({ mcpToken: { id, name, scopes } }) => ({ id, name, scopes }),
  );
}

function mcpLabelRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'token', scope: 'write:labels', tags: ['mcp'] });

  routes.get(
    '/mcp/teams/:team_id/labels',
    {
      operationId: 'mcpListLabels',
      summary: 'List the labels of a team',
      response: { 200: LabelList },
      scope: 'read:labels',
    },
    ({ actor, params }) => listLabels(context, actor, params.team_id),
  );

  routes.post(
    '/mcp/teams/:team_id/labels',
    {
      operationId: 'mcpCreateLabel',
      summary: 'Create a label',
      body: NewLabel,
      response: { 201: Label },
      errors: [nameTaken(), hasTooManyLabels()],
    },
    ({ actor, params, body }) => createLabel(context, actor, params.team_id, body),
  );

  routes.patch(
    '/mcp/labels/:label_id',
    {
      operationId: 'mcpUpdateLabel',
      summary: 'Rename or recolor a label',
      body: LabelPatch,
      response: { 200: Label },
      errors: [nameTaken()],
    },
    ({ actor, params, body }) => updateLabel(context, actor, params, body),
  );

  routes.delete(
    '/mcp/labels/:label_id',
    { operationId: 'mcpDeleteLabel', summary: 'Delete a label and take it off every bug' },
    ({ actor, params }) => deleteLabel(context, actor, params),
  );
}
