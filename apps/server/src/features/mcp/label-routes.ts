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

const tags = ['mcp'];
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
