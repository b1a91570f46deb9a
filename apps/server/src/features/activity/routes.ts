import Type from 'typebox';
import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IdParams, paginationQuery } from '../../schema.ts';
import { listActivity } from './operations.ts';
import { ActivityList } from './schema.ts';

export function activityRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin/:bug_id/activity',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['triage'],
        operationId: 'listActivity',
        summary: 'List what happened to a bug, oldest first',
        params: IdParams('bug_id'),
        querystring: Type.Object(paginationQuery),
        response: { 200: ActivityList },
      },
    },
    ({ actor, params, query }) => listActivity(context, actor, params.bug_id, query),
  );
}
