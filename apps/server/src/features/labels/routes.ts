import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as operations from './operations.ts';
import { hasTooManyLabels, nameTaken } from './operations.ts';
import { Label, LabelList, LabelMerge, LabelPatch, NewLabel } from './schema.ts';

const tags = ['labels'];
const auth = 'session';
const ofTeam = IdParams('team_id');
const oneOfTeam = IdParams('team_id', 'label_id');

export function labelRoutes(app: App, context: Context): void {
  app.get(
    '/teams/:team_id/labels',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listLabels',
        summary: 'List the labels of a team',
        params: ofTeam,
        response: { 200: LabelList },
      },
    },
    ({ actor, params }) => operations.listLabels(context, actor, params.team_id),
  );

  app.post(
    '/teams/:team_id/labels',
    {
      config: { auth, errors: [nameTaken(), hasTooManyLabels()] },
      schema: {
        tags,
        operationId: 'createLabel',
        summary: 'Create a label',
        params: ofTeam,
        body: NewLabel,
        response: { 201: Label },
      },
    },
    async ({ actor, params, body }, reply) =>
      reply.code(201).send(await operations.createLabel(context, actor, params.team_id, body)),
  );

  app.patch(
    '/teams/:team_id/labels/:label_id',
    {
      config: { auth, errors: [nameTaken()] },
      schema: {
        tags,
        operationId: 'updateLabel',
        summary: 'Rename or recolor a label',
        params: oneOfTeam,
        body: LabelPatch,
        response: { 200: Label },
      },
    },
    ({ actor, params, body }) => operations.updateLabel(context, actor, params, body),
  );

  app.delete(
    '/teams/:team_id/labels/:label_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'deleteLabel',
        summary: 'Delete a label and take it off every bug',
        params: oneOfTeam,
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await operations.deleteLabel(context, actor, params);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/teams/:team_id/labels/:label_id/merge',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'mergeLabel',
        summary: 'Merge a label into another',
        description:
          'Every bug that carries the label carries the other one instead, as do saved views that filter by it, and the label is deleted. Answers the other label. Timelines say nothing of it.',
        params: oneOfTeam,
        body: LabelMerge,
        response: { 200: Label },
      },
    },
    ({ actor, params, body }) =>
      operations.mergeLabel(context, actor, {
        teamId: params.team_id,
        fromId: params.label_id,
        intoId: body.into_label_id,
      }),
  );
}
