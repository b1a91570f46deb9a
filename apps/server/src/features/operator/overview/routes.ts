import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { getOverview } from './operations.ts';
import { Overview } from './schema.ts';

export function overviewRoutes(app: App, context: Context): void {
  app.get(
    '/operator/overview',
    {
      config: { auth: 'operator' },
      schema: {
        tags: ['operator'],
        operationId: 'getOperatorOverview',
        summary: 'How the installation is getting on',
        response: { 200: Overview },
      },
    },
    () => getOverview(context),
  );
}
