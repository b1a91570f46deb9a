import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../context.ts';
import { notValidJson } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { IfNoneMatch, NotModified, sendJsonIfChanged, sendJsonText } from '../../http/json.ts';
import { IdParams, NoContent } from '../../schema.ts';
import { bulkRoutes } from './bulk/bulk.ts';
import * as change from './change.ts';
import { ifMatchErrors, readIfMatch } from './change.ts';
import { exportRoutes } from './export.ts';
import { listRoutes } from './list.ts';
import { getBug } from './read.ts';
import { Bug, BugPatch, IfMatch } from './schema.ts';
import { similarRoutes } from './similar.ts';
import { titleRoutes } from './titles.ts';

export function bugRoutes(app: App, context: Context): void {
  readRoutes(app, context);
  changeRoutes(app, context);
  labelRoutes(app, context);
  duplicateRoutes(app, context);
  listRoutes(app, context);
  bulkRoutes(app, context);
  similarRoutes(app, context);
  titleRoutes(app, context);
  exportRoutes(app, context);
}

const auth = 'session';
const tags = ['triage'];
const ofBug = IdParams('bug_id');
const config = { auth, errors: ifMatchErrors } as const;
const changesBug = { tags, headers: IfMatch, params: ofBug, response: { 200: Bug } };

const readReference = ({
  params,
  headers,
}: {
  params: { bug_id: number };
  headers: IncomingHttpHeaders;
}) => ({
  id: params.bug_id,
  ifMatch: readIfMatch(headers),
});

function readRoutes(app: App, context: Context): void {
  const routes = [
    { path: '/bugs/:bug_id', tags: ['bugs'], operationId: 'getReportedBug', summary: 'Read a bug' },
    { path: '/bugs-admin/:bug_id', tags, operationId: 'getBug', summary: 'Read a bug with all details' },
  ];
  for (const { path, ...schema } of routes)
    app.get(
      path,
      {
        config: { auth },
        schema: { ...schema, headers: IfNoneMatch, params: ofBug, response: { 200: Bug, 304: NotModified } },
      },
      async (request, reply) =>
        sendJsonIfChanged(request, reply, await getBug(context, request.actor, request.params.bug_id)),
    );
}

function changeRoutes(app: App, context: Context): void {
  app.patch(
    '/bugs-admin/:bug_id',
    {
      config: { auth, errors: [...ifMatchErrors, notValidJson()] },
      schema: {
        ...changesBug,
        operationId: 'updateBug',
        summary: 'Change status, severity, assignee or title',
        body: BugPatch,
      },
    },
    async (request, reply) =>
      sendJsonText(
        reply,
        await change.updateBug(context, request.actor, readReference(request), request.body),
      ),
  );

  app.delete(
    '/bugs-admin/:bug_id',
    {
      config,
      schema: {
        ...changesBug,
        operationId: 'deleteBug',
        summary: 'Delete a bug and its data',
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await change.deleteBug(context, request.actor, readReference(request));
      return reply.code(204).send(null);
    },
  );
}

function labelRoutes(app: App, context: Context): void {
  const schema = { ...changesBug, tags: ['labels'], params: IdParams('bug_id', 'label_id') };
  app.post(
    '/bugs-admin/:bug_id/labels/:label_id',
    { config, schema: { ...schema, operationId: 'addLabelToBug', summary: 'Add a label to a bug' } },
    async (request, reply) => {
      const label = { id: request.params.label_id };
      return sendJsonText(
        reply,
        await change.attachLabel(context, request.actor, readReference(request), label),
      );
    },
  );

  app.delete(
    '/bugs-admin/:bug_id/labels/:label_id',
    {
      config,
      schema: { ...schema, operationId: 'removeLabelFromBug', summary: 'Remove a label from a bug' },
    },
    async (request, reply) => {
      const label = { id: request.params.label_id };
      return sendJsonText(
        reply,
        await change.detachLabel(context, request.actor, readReference(request), label),
      );
    },
  );
}

function duplicateRoutes(app: App, context: Context): void {
  app.post(
    '/bugs-admin/:bug_id/duplicate-of/:other_id',
    {
      config: { auth, errors: [...ifMatchErrors, change.wouldBeCycle(412, 409), change.isSameBug()] },
      schema: {
        ...changesBug,
        operationId: 'markDuplicate',
        summary: 'Mark a bug as a duplicate of another',
        description: 'Both bugs must be in the same team. A cycle of duplicates is rejected with 409.',
        params: IdParams('bug_id', 'other_id'),
      },
    },
    async (request, reply) => {
      const { actor, params } = request;
      return sendJsonText(
        reply,
        await change.markDuplicate(context, actor, readReference(request), params.other_id),
      );
    },
  );

  app.delete(
    '/bugs-admin/:bug_id/duplicate-of',
    {
      config,
      schema: {
        ...changesBug,
        operationId: 'unmarkDuplicate',
        summary: 'Unmark a duplicate',
      },
    },
    async (request, reply) =>
      sendJsonText(reply, await change.unmarkDuplicate(context, request.actor, readReference(request))),
  );
}
