import type { Context } from '../../../context.ts';
import { invalid } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { sendHtmlPage } from '../../../http/html-page.ts';
import { readText } from '../../../http/json.ts';
import { confirmedPage, consentPage, gonePage } from '../pages.ts';
import { ConfirmBody, ConfirmedAnswer, LinkPage, LinkParams } from '../schema.ts';
import { confirm, findConfirmable } from './operations.ts';

const tags = ['notifications'];
const config = { auth: 'public' } as const;

/**
 * The mailed link only shows a page, and the button on that page posts. So a mail scanner that follows the links in mails
 * confirms nothing.
 */
export function consentRoutes(app: App, context: Context): void {
  app.get(
    '/notifications/confirm/:token',
    {
      config,
      schema: {
        tags,
        operationId: 'showConfirmation',
        summary: 'Ask whether an address wants to be told of new bugs',
        params: LinkParams,
        response: { 200: LinkPage, 404: LinkPage },
      },
    },
    async ({ params: { token } }, reply) => {
      const address = await findConfirmable(context, token);
      if (!address) return sendHtmlPage(reply, 404, gonePage);
      return sendHtmlPage(
        reply,
        200,
        address.is_confirmed ? confirmedPage(address) : consentPage(address, token),
      );
    },
  );

  app.register(async (posted: App) => {
    takeTokenForms(posted);
    posted.post(
      '/notifications/confirm',
      {
        config,
        schema: {
          tags,
          operationId: 'confirmNotifications',
          summary: 'Confirm a notification address of a project',
          description: 'Until then the address is told of no bugs. Takes the form of its page too.',
          body: ConfirmBody,
          response: { 200: ConfirmedAnswer, 404: LinkPage },
        },
      },
      async ({ body, headers }, reply) => {
        const address = await confirm(context, body.token);
        if (headers.accept?.includes('text/html'))
          return address
            ? sendHtmlPage(reply, 200, confirmedPage(address))
            : sendHtmlPage(reply, 404, gonePage);
        if (!address) throw invalid('token', 'is not valid any more');
        return reply.send({ email: address.email, project_name: address.project_name });
      },
    );
  });
}

function takeTokenForms(app: App): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: 4096 },
    async (_request: unknown, body: Buffer) => Object.fromEntries(new URLSearchParams(readText(body))),
  );
}
