import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IfNoneMatch, NotModified, sendJsonIfChanged } from '../../../http/json.ts';
import { listBugs } from './operations.ts';
import { BugList, BugListQuery } from './schema.ts';

export function listRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin',
    {
      config: { auth: 'session', errors: [404] },
      schema: {
        tags: ['triage'],
        operationId: 'listBugs',
        summary: 'List, filter and search bugs',
        headers: IfNoneMatch,
        querystring: BugListQuery,
        response: { 200: BugList, 304: NotModified },
      },
    },
    async (request, reply) =>
      sendJsonIfChanged(request, reply, await listBugs(context, request.actor, request.query)),
  );
}
