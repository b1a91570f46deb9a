import { html } from '../../html.ts';
import type { Page } from '../../http/page.ts';

interface Address {
  email: string;
  project_name: string;
}

/** Relative, so that it holds behind a proxy with a path of its own too. */
const button = (action: 'mute' | 'unmute', token: string, label: string) =>
  html`<form method="post" action="../${action}/${token}"><button>${label}</button></form>`;

export const askPage = ({ email, project_name }: Address, token: string): Page => ({
  title: 'Mute these mails?',
  body: html`<p>${email} is told by mail of every new bug in ${project_name}.</p>
${button('mute', token, 'Mute')}`,
});

export const mutedPage = ({ email, project_name }: Address, token: string): Page => ({
  title: 'Muted',
  body: html`<p>${email} gets no more mails about new bugs in ${project_name}.</p>
${button('unmute', token, 'Unmute')}`,
});

export const unmutedPage = ({ email, project_name }: Address, token: string): Page => ({
  title: 'Not muted any more',
  body: html`<p>${email} is told by mail of every new bug in ${project_name} from now on.</p>
${button('mute', token, 'Mute')}`,
});

export const gonePage: Page = {
  title: 'Nothing to mute here',
  body: html`<p>This link is not valid, or the address gets no such mails any more.</p>`,
};
