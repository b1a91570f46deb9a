import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as operations from './operations.ts';
import { hasTooManyLabels, nameTaken } from './operations.ts';
import { Label, LabelList, LabelMerge, LabelPatch, NewLabel } from './schema.ts';

const route = routeOptions('labels', { auth: 'session' });
const ofTeam = IdParams('team_id');
const ofLabel = IdParams('team_id', 'label_id');

export function labelRoutes(app: App, context: Context): void {
  app.get(
    '/teams/:team_id/labels',
    route('listLabels', 'List the labels of a team', { params: ofTeam, response: { 200: LabelList } }),
    ({ actor, params }) => operations.listLabels(context, actor, params.team_id),
  );

  app.post(
    '/teams/:team_id/labels',
    route(
      'createLabel',
      'Create a label',
      { params: ofTeam, body: NewLabel, response: { 201: Label } },
      { errors: [nameTaken(), hasTooManyLabels()] },
    ),
    ({ actor, params, body }) => operations.createLabel(context, actor, params.team_id, body),
  );

  app.patch(
    '/teams/:team_id/labels/:label_id',
    route(
      'updateLabel',
      'Rename or recolor a label',
      { params: ofLabel, body: LabelPatch, response: { 200: Label } },
      { errors: [nameTaken()] },
    ),
    ({ actor, params, body }) => operations.updateLabel(context, actor, params, body),
  );

  app.delete(
    '/teams/:team_id/labels/:label_id',
    route('deleteLabel', 'Delete a label', {
      params: ofLabel,
      response: { 204: NoContent },
    }),
    ({ actor, params }) => operations.deleteLabel(context, actor, params),
  );

  app.post(
    '/teams/:team_id/labels/:label_id/merge',
    route('mergeLabel', 'Merge a label into another', {
      description:
        'Replaces the label with another one on all bugs and in saved views, then deletes it. Returns the other label. The timeline shows nothing.',
      params: ofLabel,
      body: LabelMerge,
      response: { 200: Label },
    }),
    ({ actor, params: { team_id, label_id }, body }) =>
      operations.mergeLabel(context, actor, {
        teamId: team_id,
        fromId: label_id,
        intoId: body.into_label_id,
      }),
  );
}
