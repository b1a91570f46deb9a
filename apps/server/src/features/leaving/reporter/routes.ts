import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IdParams } from '../../../schema.ts';
import { ErasedReporter, ReporterErasure } from '../schema.ts';
import { eraseReporter } from './operations.ts';

export function reporterErasureRoutes(app: App, context: Context): void {
  app.delete(
    '/teams/:team_id/reporters',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['teams'],
        operationId: 'eraseReporter',
        summary: 'Forget a reporter',
        description:
          "Removes the address, and the identifier beside it, from all of the team's bugs, and from the bodies and answers of deliveries that are kept. Saved views that list the reporter's bugs are deleted, as are mails that are yet to come; the address itself is deleted from those that were mailed once it no longer counts for limits or other teams. What people wrote stays as it is, and so do the team's own blocklist rules and notification addresses; an address that was muted by its owner stays muted. Timelines say nothing of it.",
        params: IdParams('team_id'),
        body: ReporterErasure,
        response: { 200: ErasedReporter },
      },
    },
    ({ actor, params, body }) => eraseReporter(context, actor, params.team_id, body.email),
  );
}
