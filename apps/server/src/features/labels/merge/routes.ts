import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IdParams } from '../../../schema.ts';
import { Label, LabelMerge } from '../schema.ts';
import { mergeLabel } from './operations.ts';

export function mergeRoutes(app: App, context: Context): void {
  app.post(
    '/teams/:team_id/labels/:label_id/merge',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['labels'],
        operationId: 'mergeLabel',
        summary: 'Merge a label into another',
        description:
          'Every bug that carries the label carries the other one instead, as do saved views that filter by it, and the label is deleted. Answers the other label. Timelines say nothing of it.',
        params: IdParams('team_id', 'label_id'),
        body: LabelMerge,
        response: { 200: Label },
      },
    },
    ({ actor, params, body }) =>
      mergeLabel(context, actor, {
        teamId: params.team_id,
        fromId: params.label_id,
        intoId: body.into_label_id,
      }),
  );
}
