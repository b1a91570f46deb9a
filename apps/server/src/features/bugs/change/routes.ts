import type { Context } from '../../../context.ts';
import { notValidJson } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { IfNoneMatch, NotModified, sendJsonIfChanged, sendJsonText } from '../../../http/json-text.ts';
import { IdParams, NoContent } from '../../../schema.ts';
import { ifMatchErrors, readIfMatch } from '../if-match.ts';
import { getBug } from '../operations.ts';
import { Bug, IfMatch } from '../schema.ts';
import { deleteBug, updateBug } from './operations.ts';
import { BugPatch } from './schema.ts';

export function changeRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin/:bug_id',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['triage'],
        operationId: 'getBug',
        summary: 'Read a bug in full',
        headers: IfNoneMatch,
        params: IdParams('bug_id'),
        response: { 200: Bug, 304: NotModified },
      },
    },
    async (request, reply) =>
      sendJsonIfChanged(request, reply, await getBug(context, request.actor, request.params.bug_id)),
  );

  app.patch(
    '/bugs-admin/:bug_id',
    {
      config: { auth: 'session', errors: [...ifMatchErrors, notValidJson()] },
      schema: {
        tags: ['triage'],
        operationId: 'updateBug',
        summary: 'Change status, severity or assignee',
        headers: IfMatch,
        params: IdParams('bug_id'),
        body: BugPatch,
        response: { 200: Bug },
      },
    },
    async ({ actor, params, body, headers }, reply) =>
      sendJsonText(reply, await updateBug(context, actor, params.bug_id, body, readIfMatch(headers))),
  );

  app.delete(
    '/bugs-admin/:bug_id',
    {
      config: { auth: 'session', errors: ifMatchErrors },
      schema: {
        tags: ['triage'],
        operationId: 'deleteBug',
        summary: 'Delete a bug with all that belongs to it',
        headers: IfMatch,
        params: IdParams('bug_id'),
        response: { 204: NoContent },
      },
    },
    async ({ actor, params, headers }, reply) => {
      await deleteBug(context, actor, params.bug_id, readIfMatch(headers));
      return reply.code(204).send(null);
    },
  );
}
