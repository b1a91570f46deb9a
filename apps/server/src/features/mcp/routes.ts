import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
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

/** Routes for AI assistants: the operations of the dashboard, authorized by token and scopes. */
const route = routeOptions('mcp', { auth: 'token' });
const labelRoute = routeOptions('mcp', { auth: 'token', scope: 'write:labels' });
const ofTeam = IdParams('team_id');
const ofLabel = IdParams('label_id');

export function mcpRoutes(app: App, context: Context): void {
  mcpTokenRoutes(app, context);
  mcpBugRoutes(app, context);
  mcpLabelRoutes(app, context);

  app.get(
    '/mcp/honeycombs',
    route(
      'mcpListProjects',
      'List projects with their teams',
      { querystring: HoneycombsQuery, response: { 200: HoneycombList } },
      { scope: 'read:honeycombs' },
    ),
    ({ actor, query }) => listHoneycombs(context, actor, query),
  );

  app.get(
    '/mcp/honeycombs/:project_id',
    route(
      'mcpGetProject',
      'Read a project with its publishable key',
      { params: IdParams('project_id'), response: { 200: HoneycombDetail } },
      { scope: 'read:honeycombs', hasSecret: true },
    ),
    ({ actor, params }) => getHoneycomb(context, actor, params.project_id),
  );

  app.get(
    '/mcp/stats',
    route(
      'mcpGetStats',
      'Count bugs of all your teams',
      { response: { 200: McpStats } },
      { scope: 'read:teams' },
    ),
    ({ actor }) => getStats(context, actor),
  );

  app.get(
    '/mcp/token',
    route('mcpGetToken', 'Read the name and scopes of this token', { response: { 200: TokenInfo } }),
    ({ mcpToken: { id, name, scopes } }) => ({ id, name, scopes }),
  );
}

function mcpLabelRoutes(app: App, context: Context): void {
  app.get(
    '/mcp/teams/:team_id/labels',
    labelRoute(
      'mcpListLabels',
      'List the labels of a team',
      { params: ofTeam, response: { 200: LabelList } },
      { scope: 'read:labels' },
    ),
    ({ actor, params }) => listLabels(context, actor, params.team_id),
  );

  app.post(
    '/mcp/teams/:team_id/labels',
    labelRoute(
      'mcpCreateLabel',
      'Create a label',
      { params: ofTeam, body: NewLabel, response: { 201: Label } },
      { errors: [nameTaken(), hasTooManyLabels()] },
    ),
    ({ actor, params, body }) => createLabel(context, actor, params.team_id, body),
  );

  app.patch(
    '/mcp/labels/:label_id',
    labelRoute(
      'mcpUpdateLabel',
      'Rename or recolor a label',
      { params: ofLabel, body: LabelPatch, response: { 200: Label } },
      { errors: [nameTaken()] },
    ),
    ({ actor, params, body }) => updateLabel(context, actor, params, body),
  );

  app.delete(
    '/mcp/labels/:label_id',
    labelRoute('mcpDeleteLabel', 'Delete a label', {
      params: ofLabel,
      response: { 204: NoContent },
    }),
    ({ actor, params }) => deleteLabel(context, actor, params),
  );
}
