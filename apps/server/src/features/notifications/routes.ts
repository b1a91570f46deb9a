import type { FastifyReply } from 'fastify';
import type { Context } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { type HtmlPage, LinkParams, sendHtmlPage } from '../../http/html-page.ts';
import { readText } from '../../http/json.ts';
import { confirm, findConfirmable } from './consent.ts';
import { findMutableAddress, mute, unmute } from './mute.ts';
import { askPage, confirmedPage, consentPage, gonePage, mutedPage, unmutedPage } from './pages.ts';
import { ConfirmBody, ConfirmedAnswer, LinkPage } from './schema.ts';

export function notificationRoutes(app: App, context: Context): void {
  muteRoutes(app, context);
  consentRoutes(app, context);
}

const route = routeOptions('notifications', { auth: 'public' });
const params = LinkParams;
const response = { 200: LinkPage, 404: LinkPage };

const sendAddressPage = <T>(
  reply: FastifyReply,
  address: T | undefined,
  token: string,
  page: (address: T, token: string) => HtmlPage,
) => (address ? sendHtmlPage(reply, 200, page(address, token)) : sendHtmlPage(reply, 404, gonePage));

/** Only POST changes anything, because mail scanners follow links. */
function muteRoutes(app: App, context: Context): void {
  app.register(async (pages: App) => {
    takeForms(pages);

    pages.get(
      '/notifications/mute/:token',
      route('showMute', 'Show the unsubscribe page', { params, response }),
      async ({ params: { token } }, reply) => {
        const address = await findMutableAddress(context, token);
        return sendAddressPage(reply, address, token, address?.is_muted ? mutedPage : askPage);
      },
    );

    pages.post(
      '/notifications/mute/:token',
      route('muteAddress', 'Unsubscribe an address from bug emails', {
        description: 'One-click unsubscribe (RFC 8058). The body is ignored.',
        params,
        response,
      }),
      async ({ params: { token } }, reply) =>
        sendAddressPage(reply, await mute(context, token), token, mutedPage),
    );

    pages.post(
      '/notifications/unmute/:token',
      route('unmuteAddress', 'Subscribe an address again', { params, response }),
      async ({ params: { token } }, reply) =>
        sendAddressPage(reply, await unmute(context, token), token, unmutedPage),
    );
  });
}

/** The body is ignored: the link contains everything. */
function takeForms(pages: App): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: 4096 },
    async () => undefined,
  );
}

/** Only POST changes anything here too. */
function consentRoutes(app: App, context: Context): void {
  app.get(
    '/notifications/confirm/:token',
    route('showConfirmation', 'Show the confirmation page', {
      params,
      response,
    }),
    async ({ params: { token } }, reply) => {
      const address = await findConfirmable(context, token);
      return sendAddressPage(reply, address, token, address?.is_confirmed ? confirmedPage : consentPage);
    },
  );

  app.register(async (posted: App) => {
    takeTokenForms(posted);
    posted.post(
      '/notifications/confirm',
      route('confirmNotifications', 'Confirm a notification address', {
        description:
          'An address receives emails only after it is confirmed. Also accepts the form of the confirmation page.',
        body: ConfirmBody,
        response: { 200: ConfirmedAnswer, 404: LinkPage },
      }),
      async ({ body, headers }, reply) => {
        const address = await confirm(context, body.token);
        if (headers.accept?.includes('text/html'))
          return sendAddressPage(reply, address, body.token, confirmedPage);
        if (!address) throw invalid('token', 'is invalid or expired');
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
