import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IdParams } from '../../../schema.ts';
import { findSimilarBugs } from './operations.ts';
import { SimilarBugs } from './schema.ts';

export function similarRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin/:bug_id/similar',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['triage'],
        operationId: 'findSimilarBugs',
        summary: 'Find likely duplicates of a bug',
        description:
          'Up to five bugs of the same project, the likeliest first: with the same stack trace, or with a similar title. Spam is ' +
          'left out, and so is what the bug is linked with as a duplicate already. A report of the last seconds may be missing.',
        params: IdParams('bug_id'),
        response: { 200: SimilarBugs },
      },
    },
    ({ actor, params }) => findSimilarBugs(context, actor, params.bug_id),
  );
}
