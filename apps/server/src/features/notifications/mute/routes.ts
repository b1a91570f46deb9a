import type { FastifyReply } from 'fastify';
import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { type HtmlPage, sendHtmlPage } from '../../../http/html-page.ts';
import { askPage, gonePage, mutedPage, unmutedPage } from '../pages.ts';
import { LinkPage, LinkParams } from '../schema.ts';
import { findMutableAddress, mute, unmute } from './operations.ts';

const tags = ['notifications'];
const config = { auth: 'public' } as const;
const params = LinkParams;
const response = { 200: LinkPage, 404: LinkPage };

type MutableAddress = NonNullable<Awaited<ReturnType<typeof findMutableAddress>>>;
type PageOf = (address: MutableAddress, token: string) => HtmlPage;

const sendAddressPage = (
  reply: FastifyReply,
  address: MutableAddress | undefined,
  token: string,
  page: PageOf,
) => (address ? sendHtmlPage(reply, 200, page(address, token)) : sendHtmlPage(reply, 404, gonePage));

/** Only a POST changes anything, because mail scanners follow the links in mails. */
export function muteRoutes(app: App, context: Context): void {
  app.register(async (pages: App) => {
    takeForms(pages);

    pages.get(
      '/notifications/mute/:token',
      {
        config,
        schema: {
          tags,
          operationId: 'showMute',
          summary: 'Ask whether to mute an address',
          params,
          response,
        },
      },
      async ({ params: { token } }, reply) => {
        const address = await findMutableAddress(context, token);
        return sendAddressPage(reply, address, token, address?.is_muted ? mutedPage : askPage);
      },
    );

    pages.post(
      '/notifications/mute/:token',
      {
        config,
        schema: {
          tags,
          operationId: 'muteAddress',
          summary: 'Send an address no more mails about bugs, of whichever project',
          description: 'One click is enough (RFC 8058). What stands in the body does not matter.',
          params,
          response,
        },
      },
      async ({ params: { token } }, reply) =>
        sendAddressPage(reply, await mute(context, token), token, mutedPage),
    );

    pages.post(
      '/notifications/unmute/:token',
      {
        config,
        schema: {
          tags,
          operationId: 'unmuteAddress',
          summary: 'Send an address those mails again',
          params,
          response,
        },
      },
      async ({ params: { token } }, reply) =>
        sendAddressPage(reply, await unmute(context, token), token, unmutedPage),
    );
  });
}

/** Accepts the forms that our pages and mail programs post, and ignores what is in them: the link says everything. */
function takeForms(pages: App): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: 4096 },
    async () => undefined,
  );
}
