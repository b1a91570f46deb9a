import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { changeInBulk } from './operations.ts';
import { BulkChange, BulkConflict, BulkResult } from './schema.ts';
import { undoRoutes } from './undo/routes.ts';

export function bulkRoutes(app: App, context: Context): void {
  app.post(
    '/bugs-admin/bulk',
    {
      config: { auth: 'session', errors: [404] },
      schema: {
        tags: ['triage'],
        operationId: 'changeBugs',
        summary: 'Change or delete many bugs at once',
        description:
          'All or nothing. Labels reach the bugs of their own team, assignments those of teams that the person is in. While so ' +
          'many reports wait to be indexed that those among them that match are not known, a filter that searches is ' +
          'refused with 503.',
        body: BulkChange,
        response: { 200: BulkResult, 409: BulkConflict },
      },
    },
    ({ actor, body }) => changeInBulk(context, actor, body),
  );

  undoRoutes(app, context);
}
