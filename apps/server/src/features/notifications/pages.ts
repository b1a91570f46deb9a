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
  title: 'Unsubscribe?',
  body: html`<p>${email} will no longer receive emails about bugs from this service, for any project. Emails that you request yourself, such as a password reset, are still sent.</p>
${button('mute', token, 'Unsubscribe')}`,
});

export const mutedPage = ({ email }: Muted, token: string): HtmlPage => ({
  title: 'Unsubscribed',
  body: html`<p>${email} no longer receives emails about bugs from this service, for any project.</p>
${button('unmute', token, 'Subscribe again')}`,
});

export const unmutedPage = ({ email }: Muted, token: string): HtmlPage => ({
  title: 'Subscribed again',
  body: html`<p>${email} receives emails about bugs again: for confirmed projects, and for its own reports.</p>
${button('mute', token, 'Unsubscribe')}`,
});

interface Listed {
  email: string;
  project_name: string;
  is_muted: boolean;
}

export const consentPage = ({ email, project_name }: Listed, token: string): HtmlPage => ({
  title: 'Confirm notifications',
  body: html`<p>Someone added ${email} to the notification addresses of the project ${quoteName(project_name)}. Confirm to receive emails about new bugs.</p>
<form method="post" action="../confirm"><input type="hidden" name="token" value="${token}"><button>Confirm address</button></form>`,
});

export const confirmedPage = ({ email, project_name, is_muted }: Listed): HtmlPage => ({
  title: 'Confirmed',
  body: is_muted
    ? html`<p>${email} is unsubscribed from all emails about bugs. To subscribe again, use the Unsubscribe link in an earlier email.</p>`
    : html`<p>${email} will receive emails about new bugs in the project ${quoteName(project_name)}. Each email has a link to unsubscribe.</p>`,
});

export const gonePage: HtmlPage = {
  title: 'Link not valid',
  body: html`<p>The link is invalid, or the address no longer receives these emails.</p>`,
};
