import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { sendJsonText } from '../../http/json-text.ts';
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
      config: { door: 'session' },
      schema: {
        tags: ['bugs'],
        operationId: 'getReportedBug',
        summary: 'Read a bug',
        params: IdParams('bug_id'),
        response: { 200: Bug },
      },
    },
    async ({ actor, params }, reply) => sendJsonText(reply, await getBug(context, actor, params.bug_id)),
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
