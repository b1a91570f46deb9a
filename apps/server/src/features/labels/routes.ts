import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { routesOf } from '../../http/route.ts';
import * as operations from './operations.ts';
import { hasTooManyLabels, nameTaken } from './operations.ts';
import { Label, LabelList, LabelMerge, LabelPatch, NewLabel } from './schema.ts';

export function labelRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'session', tags: ['labels'] });

  routes.get(
    '/teams/:team_id/labels',
    { operationId: 'listLabels', summary: 'List the labels of a team', response: { 200: LabelList } },
    ({ actor, params }) => operations.listLabels(context, actor, params.team_id),
  );

  routes.post(
    '/teams/:team_id/labels',
    {
      operationId: 'createLabel',
      summary: 'Create a label',
      body: NewLabel,
      response: { 201: Label },
      errors: [nameTaken(), hasTooManyLabels()],
    },
    ({ actor, params, body }) => operations.createLabel(context, actor, params.team_id, body),
  );

  routes.patch(
    '/teams/:team_id/labels/:label_id',
    {
      operationId: 'updateLabel',
      summary: 'Rename or recolor a label',
      body: LabelPatch,
      response: { 200: Label },
      errors: [nameTaken()],
    },
    ({ actor, params, body }) => operations.updateLabel(context, actor, params, body),
  );

  routes.delete(
    '/teams/:team_id/labels/:label_id',
    { operationId: 'deleteLabel', summary: 'Delete a label and take it off every bug' },
    ({ actor, params }) => operations.deleteLabel(context, actor, params),
  );

  routes.post(
    '/teams/:team_id/labels/:label_id/merge',
    {
      operationId: 'mergeLabel',
      summary: 'Merge a label into another',
      description:
        'Every bug that carries the label carries the other one instead, as do saved views that filter by it, and the label is deleted. Answers the other label. Timelines say nothing of it.',
      body: LabelMerge,
      response: { 200: Label },
    },
    ({ actor, params: { team_id, label_id }, body }) =>
      operations.mergeLabel(context, actor, {
        teamId: team_id,
        fromId: label_id,
        intoId: body.into_label_id,
      }),
  );
}
