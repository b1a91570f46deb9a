import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IfNoneMatch, NotModified, sendJsonIfChanged } from '../../http/json-text.ts';
import { IdParams } from '../../schema.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { changeRoutes } from './change/routes.ts';
import { countRoutes } from './counts/routes.ts';
import { duplicateRoutes } from './duplicates/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { bugLabelRoutes } from './labels/routes.ts';
import { listRoutes } from './list/routes.ts';
import { getBug } from './operations.ts';
import { Bug } from './schema.ts';
import { similarRoutes } from './similar/routes.ts';

export function bugRoutes(app: App, context: Context): void {
  app.get(
    '/bugs/:bug_id',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['bugs'],
        operationId: 'getReportedBug',
        summary: 'Read a bug',
        headers: IfNoneMatch,
        params: IdParams('bug_id'),
        response: { 200: Bug, 304: NotModified },
      },
    },
    async (request, reply) =>
      sendJsonIfChanged(request, reply, await getBug(context, request.actor, request.params.bug_id)),
  );

  listRoutes(app, context);
  countRoutes(app, context);
  changeRoutes(app, context);
  bulkRoutes(app, context);
  duplicateRoutes(app, context);
  similarRoutes(app, context);
  bugLabelRoutes(app, context);
  exportRoutes(app, context);
}
