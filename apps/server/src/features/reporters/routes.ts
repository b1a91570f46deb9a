import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { sendHtmlPage } from '../../http/html-page.ts';
import { linkExpired, readReport } from './operations.ts';
import { expiredPage, gonePage, reportPage } from './pages.ts';
import { ReportAnswer, ReportGone, ReportParams } from './schema.ts';

/** The route answers with a page for browsers, and with JSON for clients that accept JSON and not HTML. */
export function reporterRoutes(app: App, context: Context): void {
  app.get(
    '/reports/:token',
    {
      config: { auth: 'public', errors: [404, linkExpired()] },
      schema: {
        tags: ['notifications'],
        operationId: 'showReport',
        summary: 'Show reporters what became of their report',
        description:
          'The link of a mail about a resolved bug; it needs no account and is good for 180 days, after which it is 410. A page for browsers; JSON for clients that accept `application/json` and not `text/html`.',
        params: ReportParams,
        response: { 200: ReportAnswer, 404: ReportGone, 410: ReportGone },
      },
    },
    async ({ params, headers }, reply) => {
      if (wantsJson(headers.accept)) return reply.send(await readReport(context, params.token));
      try {
        return sendHtmlPage(reply, 200, reportPage(await readReport(context, params.token)));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return sendHtmlPage(reply, error.status, error.status === 410 ? expiredPage : gonePage);
      }
    },
  );
}

const wantsJson = (accept = '') => accept.includes('application/json') && !accept.includes('text/html');
