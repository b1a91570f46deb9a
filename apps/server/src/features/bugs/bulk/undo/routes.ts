import type { Context } from '../../../../context.ts';
import type { App } from '../../../../http/app.ts';
import { IdParams } from '../../../../schema.ts';
import { undoBatch } from './operations.ts';
import { UndoResult } from './schema.ts';

export function undoRoutes(app: App, context: Context): void {
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
