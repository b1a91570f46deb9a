import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { sendJsonText } from '../../../http/json-text.ts';
import { listBugs } from './operations.ts';
import { BugList, BugListQuery } from './schema.ts';

export function listRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin',
    {
      config: { door: 'session', errors: [404] },
      schema: {
        tags: ['triage'],
        operationId: 'listBugs',
        summary: 'List, filter and search bugs',
        querystring: BugListQuery,
        response: { 200: BugList },
      },
    },
    async ({ actor, query }, reply) => sendJsonText(reply, await listBugs(context, actor, query)),
  );
}
