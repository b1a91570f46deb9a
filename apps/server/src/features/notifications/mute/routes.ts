import type { FastifyReply } from 'fastify';
import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { type HtmlPage, sendHtmlPage } from '../../../http/html-page.ts';
import { askPage, gonePage, mutedPage, unmutedPage } from '../pages.ts';
import { LinkPage, LinkParams } from '../schema.ts';
import { findMutableAddress, mute, unmute } from './operations.ts';

const tags = ['notifications'];
const config = { door: 'public' } as const;
const params = LinkParams;
const response = { 200: LinkPage, 404: LinkPage };

type Found = Awaited<ReturnType<typeof findMutableAddress>>;
type PageOf = (address: NonNullable<Found>, token: string) => HtmlPage;

const show = (reply: FastifyReply, address: Found, token: string, page: PageOf) =>
  address ? sendHtmlPage(reply, 200, page(address, token)) : sendHtmlPage(reply, 404, gonePage);

/** Machines that look at mails follow their links: only a POST changes anything. */
export function muteRoutes(app: App, context: Context): void {
  app.register(async (pages: App) => {
    takeForms(pages);

    pages.get(
      '/notifications/mute/:token',
      { config, schema: { tags, summary: 'Ask whether to mute an address', params, response } },
      async ({ params: { token } }, reply) => {
        const address = await findMutableAddress(context, token);
        return show(reply, address, token, address?.is_muted ? mutedPage : askPage);
      },
    );

    pages.post(
      '/notifications/mute/:token',
      {
        config,
        schema: {
          tags,
          summary: 'Send an address no more mails about bugs, of whichever project',
          description: 'One click is enough (RFC 8058). What stands in the body does not matter.',
          params,
          response,
        },
      },
      async ({ params: { token } }, reply) => show(reply, await mute(context, token), token, mutedPage),
    );

    pages.post(
      '/notifications/unmute/:token',
      { config, schema: { tags, summary: 'Send an address those mails again', params, response } },
      async ({ params: { token } }, reply) => show(reply, await unmute(context, token), token, unmutedPage),
    );
  });
}

/** As pages and mail programs send them; the link says everything. */
function takeForms(pages: App): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: 4096 },
    async () => undefined,
  );
}
