import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { html } from '../../html.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { type HtmlPage, LinkParams, sendHtmlPage } from '../../http/html-page.ts';
import { oneLine } from '../../mail/untrusted-text.ts';
import { linkExpired, readReport } from './operations.ts';
import { type PublicReport, ReportAnswer, ReportGone } from './schema.ts';

const route = routeOptions('notifications', { auth: 'public' });

/** HTML for browsers, JSON for clients that accept JSON but not HTML. */
export function reporterRoutes(app: App, context: Context): void {
  app.get(
    '/reports/:token',
    route(
      'showReport',
      'Show the status of a report',
      {
        description:
          'Link in an email about a resolved bug. Needs no account, valid for 180 days, then 410. Browsers get a page; clients that accept `application/json` but not `text/html` get JSON.',
        params: LinkParams,
        response: { 200: ReportAnswer, 404: ReportGone, 410: ReportGone },
      },
      { errors: [404, linkExpired()] },
    ),
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

const reportPage = ({ title, state }: PublicReport): HtmlPage => ({
  title: 'Your report',
  body: html`<p><bdi>${oneLine(title, 500)}</bdi></p>
<p class="quiet">${state}</p>`,
});

const expiredPage: HtmlPage = {
  title: 'This link has expired',
  body: html`<p class="quiet">It was valid for 180 days. If the problem still occurs, please report it again.</p>`,
};

const gonePage: HtmlPage = {
  title: 'Report not found',
  body: html`<p class="quiet">The report may have been deleted, or the link is incomplete.</p>`,
};
