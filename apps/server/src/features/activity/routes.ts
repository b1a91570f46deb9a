import Type from 'typebox';
import { requireBug } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IdParams, paginationQuery } from '../../schema.ts';
import { countActivity, listActivity } from './queries.ts';
import { ActivityList } from './schema.ts';

export function activityRoutes(app: App, { pools }: Context): void {
  app.get(
    '/bugs-admin/:bug_id/activity',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['triage'],
        operationId: 'listActivity',
        summary: 'List the activity of a bug',
        params: IdParams('bug_id'),
        querystring: Type.Object(paginationQuery),
        response: { 200: ActivityList },
      },
    },
    async ({ actor, params: { bug_id }, query }) => {
      await requireBug(pools.main, actor, bug_id);
      const items = await listActivity(pools.main, bug_id, query);
      return { items, total: await countActivity(pools.main, bug_id), ...query };
    },
  );
}
