import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IdParams } from '../../../schema.ts';
import { ErasedReporter, ReporterErasure } from '../schema.ts';
import { eraseReporter } from './operations.ts';

export function reporterErasureRoutes(app: App, context: Context): void {
  app.delete(
    '/teams/:team_id/reporters',
    {
      config: { door: 'session' },
      schema: {
        tags: ['teams'],
        operationId: 'eraseReporter',
        summary: 'Forget a reporter',
        description:
          "Removes the address, and the identifier beside it, from all of the team's bugs, and from the bodies of deliveries that are kept. What reporters wrote themselves stays as it is. Timelines say nothing of it.",
        params: IdParams('team_id'),
        body: ReporterErasure,
        response: { 200: ErasedReporter },
      },
    },
    ({ actor, params, body }) => eraseReporter(context, actor, params.team_id, body.email),
  );
}
