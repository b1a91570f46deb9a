import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
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

const reading = { auth: 'token', scope: 'read:labels' } as const;
const writing = { auth: 'token', scope: 'write:labels' } as const;
const ofTeam = IdParams('team_id');
const oneLabel = IdParams('label_id');

export function mcpLabelRoutes(app: App, context: Context): void {
  app.get(
    '/mcp/teams/:team_id/labels',
    {
      config: reading,
      schema: {
        tags,
        operationId: 'mcpListLabels',
        summary: 'List the labels of a team',
        params: ofTeam,
        response: { 200: LabelList },
      },
    },
    ({ actor, params }) => listLabels(context, actor, params.team_id),
  );

  app.post(
    '/mcp/teams/:team_id/labels',
    {
      config: { ...writing, errors: [nameTaken(), hasTooManyLabels()] },
      schema: {
        tags,
        operationId: 'mcpCreateLabel',
        summary: 'Create a label',
        params: ofTeam,
        body: NewLabel,
        response: { 201: Label },
      },
    },
    async ({ actor, params, body }, reply) =>
      reply.code(201).send(await createLabel(context, actor, params.team_id, body)),
  );

  app.patch(
    '/mcp/labels/:label_id',
    {
      config: { ...writing, errors: [nameTaken()] },
      schema: {
        tags,
        operationId: 'mcpUpdateLabel',
        summary: 'Rename or recolor a label',
        params: oneLabel,
        body: LabelPatch,
        response: { 200: Label },
      },
    },
    ({ actor, params, body }) => updateLabel(context, actor, params, body),
  );

  app.delete(
    '/mcp/labels/:label_id',
    {
      config: writing,
      schema: {
        tags,
        operationId: 'mcpDeleteLabel',
        summary: 'Delete a label and take it off every bug',
        params: oneLabel,
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await deleteLabel(context, actor, params);
      return reply.code(204).send(null);
    },
  );
}
