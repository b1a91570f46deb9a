import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { whenOver } from '../../../http/fair-use.ts';
import { resolveFilters } from '../filters/operations.ts';
import { BugFilterQuery } from '../filters/schema.ts';
import { createExportLimit } from './concurrency-limit.ts';
import { exportBugs } from './operations.ts';
import { BugCsv } from './schema.ts';

export function exportRoutes(app: App, context: Context): void {
  const acquire = createExportLimit();
  app.get(
    '/bugs-admin/export.csv',
    {
      config: { auth: 'session', errors: [404] },
      schema: {
        tags: ['triage'],
        operationId: 'exportBugs',
        summary: 'Export bugs as CSV',
        description:
          "Takes the filters of the list. Cells that a spreadsheet would take for a formula begin with `'`. A user can " +
          'have 3 exports at once with one server process. One that fails midway breaks off, so that it does not look whole. ' +
          'While so many reports wait to be indexed that those among them that match are not known, a search is not exported: 503.',
        querystring: BugFilterQuery,
        response: { 200: BugCsv },
      },
    },
    async (request, reply) => {
      const { actor, query, method } = request;
      // For HEAD, too, a stream would be read to its end, although nobody gets its bytes.
      if (method === 'HEAD') {
        await resolveFilters(context, actor, query);
        return asFile(reply).send('');
      }
      whenOver(request, reply, await acquire(actor.userId));
      const csv = await exportBugs(context, actor, query);
      return asFile(reply).send(Readable.from(csv));
    },
  );
}

function asFile(reply: FastifyReply): FastifyReply {
  const today = new Date().toISOString().slice(0, 10);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="bugs-${today}.csv"`);
}
