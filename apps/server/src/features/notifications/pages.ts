import { html } from '../../html.ts';
import type { HtmlPage } from '../../http/html-page.ts';
import { quoteName } from '../../mail/untrusted-text.ts';

/** A relative URL, so that it works behind a proxy with a path prefix. */
const button = (action: 'mute' | 'unmute', token: string, label: string) =>
  html`<form method="post" action="../${action}/${token}"><button>${label}</button></form>`;

interface Muted {
  email: string;
}

export const askPage = ({ email }: Muted, token: string): HtmlPage => ({
  title: 'Stop these mails?',
  body: html`<p>${email} will get no more mails about bugs from this service: neither about new ones, in whichever project, nor about what was reported with this address. What you ask for yourself, such as a new password, still comes.</p>
${button('mute', token, 'Stop these mails')}`,
});

export const mutedPage = ({ email }: Muted, token: string): HtmlPage => ({
  title: 'No more mails',
  body: html`<p>${email} gets no more mails about bugs from this service, whoever lists the address and in whichever project.</p>
${button('unmute', token, 'Allow them again')}`,
});

export const unmutedPage = ({ email }: Muted, token: string): HtmlPage => ({
  title: 'Mails are allowed again',
  body: html`<p>From now on ${email} gets mails about bugs again: those of projects that it has confirmed, and about what was reported with this address.</p>
${button('mute', token, 'Stop these mails')}`,
});

interface Listed {
  email: string;
  project_name: string;
  is_muted: boolean;
}

export const consentPage = ({ email, project_name }: Listed, token: string): HtmlPage => ({
  title: 'Mails about new bugs?',
  body: html`<p>Somebody wants ${email} to be told by mail of new bugs in the project ${quoteName(project_name)}.</p>
<form method="post" action="../confirm"><input type="hidden" name="token" value="${token}"><button>Confirm this address</button></form>`,
});

export const confirmedPage = ({ email, project_name, is_muted }: Listed): HtmlPage => ({
  title: 'Confirmed',
  body: is_muted
    ? html`<p>${email} has been muted, so nothing is sent until that is lifted: the link that stops the mails, in each of them, does that too.</p>`
    : html`<p>${email} is told by mail of new bugs in the project ${quoteName(project_name)}. Each of these mails has a link that stops them.</p>`,
});

export const gonePage: HtmlPage = {
  title: 'Nothing to change here',
  body: html`<p>This link is not valid, or the address gets no such mails any more.</p>`,
};
