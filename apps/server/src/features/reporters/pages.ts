import { html } from '../../html.ts';
import type { HtmlPage } from '../../http/html-page.ts';
import type { PublicReport } from './schema.ts';

const words: Record<PublicReport['status'], string> = {
  open: 'It has been received.',
  in_progress: 'It is being worked on.',
  resolved: 'It has been resolved.',
  closed: 'It has been closed.',
  wont_fix: 'It is not going to be changed.',
};

export const reportPage = ({ title, status }: PublicReport): HtmlPage => ({
  title: 'Your report',
  body: html`<p>${title}</p>
<p class="quiet">${words[status]}</p>`,
});

export const gonePage: HtmlPage = {
  title: 'There is no report here',
  body: html`<p class="quiet">It may have been deleted, or the link is not complete.</p>`,
};
