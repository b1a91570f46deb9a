import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { sendHtmlPage } from '../../http/html-page.ts';
import { readReport } from './operations.ts';
import { gonePage, reportPage } from './pages.ts';
import { ReportAnswer, ReportParams } from './schema.ts';

/** The route answers with a page for browsers, and with JSON for clients that accept JSON and not HTML. */
export function reporterRoutes(app: App, context: Context): void {
  app.get(
    '/reports/:token',
    {
      config: { door: 'public', errors: [404] },
      schema: {
        tags: ['notifications'],
        operationId: 'showReport',
        summary: 'Show reporters what became of their report',
        params: ReportParams,
        response: { 200: ReportAnswer },
      },
    },
    async ({ params, headers }, reply) => {
      const report = await readReport(context, params.token);
      if (wantsJson(headers.accept)) {
        if (!report) throw notFound();
        return reply.send(report);
      }
      return report ? sendHtmlPage(reply, 200, reportPage(report)) : sendHtmlPage(reply, 404, gonePage);
    },
  );
}

const wantsJson = (accept = '') => accept.includes('application/json') && !accept.includes('text/html');
