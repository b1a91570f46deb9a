import { html } from '../../html.ts';
import type { HtmlPage } from '../../http/html-page.ts';
import { oneLine } from '../../mail/foreign-text.ts';
import type { PublicReport } from './schema.ts';

export const reportPage = ({ title, state }: PublicReport): HtmlPage => ({
  title: 'Your report',
  body: html`<p><bdi>${oneLine(title, 500)}</bdi></p>
<p class="quiet">${state}</p>`,
});

export const expiredPage: HtmlPage = {
  title: 'This link has expired',
  body: html`<p class="quiet">It was good for half a year. If it still happens, please report it again.</p>`,
};

export const gonePage: HtmlPage = {
  title: 'There is no report here',
  body: html`<p class="quiet">It may have been deleted, or the link is not complete.</p>`,
};
