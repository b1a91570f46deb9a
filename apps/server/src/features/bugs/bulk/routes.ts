import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IdParams } from '../../../schema.ts';
import { undoBatch } from './batches.ts';
import { changeInBulk } from './bulk.ts';
import { BulkChange, BulkConflict, BulkResult, UndoResult } from './schema.ts';

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
          'All or nothing. Labels reach the bugs of their own team, assignments those of teams that the person is in.',
        body: BulkChange,
        response: { 200: BulkResult, 409: BulkConflict },
      },
    },
    ({ actor, body }) => changeInBulk(context, actor, body),
  );

  app.post(
    '/bugs-admin/bulk/:batch_id/undo',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['triage'],
        operationId: 'undoBugChanges',
        summary: 'Undo a bulk change',
        description:
          'Once, within ten minutes, by whoever made it. Each bug gets back what it had, unless it has been changed since. ' +
          'A deletion cannot be undone.',
        params: IdParams('batch_id'),
        response: { 200: UndoResult },
      },
    },
    ({ actor, params }) => undoBatch(context, actor, params.batch_id),
  );
}
