import { type Html, html } from '../html.ts';
import type { Mail } from './mailer.ts';
import { linesOf, oneLine, rowsOf, shorten, withoutLinks } from './untrusted-text.ts';

export interface Link {
  label: string;
  url: string;
}

/** A paragraph, a quote, or a link on its own line. */
export type Block = string | { quote: string } | Link;

export interface EmailTemplate {
  to: string;
  subject: string;
  before: Block[];
  button?: Link;
  after: Block[];
  headers?: Record<string, string>;
}

/**
 * Renders an email as text and HTML. Untrusted text cannot forge parts of it: paragraphs and labels stay on one line, every
 * quoted line is marked, and only our own links are clickable.
 */
export function renderEmail({ to, subject, before, button, after, headers = {} }: EmailTemplate): Mail {
  const blocks = [...before, ...(button ? [{ button }] : []), ...after].map(withoutForgery);
  const page = html`<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif;color:#1c1917;background:#fafaf9">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e7e5e4;border-radius:8px">
${blocks.map(renderHtml)}
</div>
</body>
</html>`;
  return {
    to,
    subject: shorten(withoutLinks(oneLine(subject, maxLineLength)), 200),
    text: `${blocks.map(renderText).join('\n\n')}\n`,
    html: page.text,
    headers,
  };
}

type EmailPart = Block | { button: Link };

/** Names and titles are truncated by the callers; this bounds everything else. */
const maxLineLength = 1_000;

function withoutForgery(part: EmailPart): EmailPart {
  if (typeof part === 'string') return withoutLinks(oneLine(part, maxLineLength));
  if ('quote' in part) return { quote: withoutLinks(linesOf(part.quote).join('\n')) };
  return 'button' in part ? { button: plainLink(part.button) } : plainLink(part);
}

const plainLink = ({ label, url }: Link): Link => ({
  label: withoutLinks(oneLine(label, maxLineLength)),
  url,
});

function renderText(part: EmailPart): string {
  if (typeof part === 'string') return part;
  if ('quote' in part) return quoteLines(part.quote);
  const { label, url } = 'button' in part ? part.button : part;
  return `${label}: ${url}`;
}

const quoteLines = (text: string) =>
  text
    .split('\n')
    .flatMap(rowsOf)
    .map((row) => `> ${row}`)
    .join('\n');

function renderHtml(part: EmailPart): Html {
  if (typeof part === 'string') return html`<p>${part}</p>`;
  if ('quote' in part)
    return html`<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #e7e5e4;white-space:pre-line">${part.quote}</blockquote>`;
  if ('button' in part)
    return html`<p><a href="${part.button.url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#b45309;color:#ffffff;text-decoration:none">${part.button.label}</a></p>`;
  return html`<p><a href="${part.url}" style="color:#b45309">${part.label}</a></p>`;
}
