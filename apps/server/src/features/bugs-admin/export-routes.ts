import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { exportBugs } from './export-operations.ts';
import { BugCsv } from './export-schema.ts';
import { BugFilters } from './list-schema.ts';

/** A client that takes nothing for so long is gone, though its connection may not know. */
const patienceMs = 60_000;

export function exportRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin/export.csv',
    {
      config: { door: 'session', errors: [404] },
      schema: {
        tags: ['triage'],
        summary: 'Export bugs as CSV',
        description:
          "Takes the filters of the list. Cells that a spreadsheet would take for a formula begin with `'`.",
        querystring: BugFilters,
        response: { 200: BugCsv },
      },
    },
    async ({ actor, query, method }, reply) => {
      const csv = await exportBugs(context, actor, query);
      const today = new Date().toISOString().slice(0, 10);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="bugs-${today}.csv"`);
      // A stream would be read to its end for HEAD too, and for nobody.
      if (method === 'HEAD') return reply.send('');
      reply.raw.setTimeout(patienceMs, () => reply.raw.destroy());
      return reply.send(Readable.from(csv));
    },
  );
}
