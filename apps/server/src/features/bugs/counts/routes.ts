import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { countBugs } from './operations.ts';
import { Counts, CountsRequest } from './schema.ts';

export function countRoutes(app: App, context: Context): void {
  app.post(
    '/bugs-admin/counts',
    {
      config: { auth: 'session', errors: [404] },
      schema: {
        tags: ['triage'],
        operationId: 'countBugs',
        summary: 'Count the bugs of many filters at once',
        description:
          'Each count is the `total` that a list with these filters has. One that takes more than some seconds is told as what ' +
          'has been found by then, with `total_capped`.',
        body: CountsRequest,
        response: { 200: Counts },
      },
    },
    ({ actor, body }) => countBugs(context, actor, body),
  );
}
