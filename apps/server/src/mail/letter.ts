import { type Html, html } from '../html.ts';
import { linesOf, oneLine, rowsOf, shorten, withoutLinks } from './foreign-text.ts';
import type { Mail } from './mailer.ts';

export interface Link {
  label: string;
  url: string;
}

/** A paragraph, a quote of what somebody else wrote, or a link on a line of its own. */
export type Block = string | { quote: string } | Link;

export interface Letter {
  to: string;
  subject: string;
  before: Block[];
  button?: Link;
  after: Block[];
  headers?: Record<string, string>;
}

/**
 * Renders a letter as text and as HTML. Whoever chose the words, a paragraph and a label stay on one line, every row of a
 * quote is marked as one, and nothing but the letter's own links is a link: nobody can forge a part of the letter.
 */
export function writeLetter({ to, subject, before, button, after, headers = {} }: Letter): Mail {
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
    subject: shorten(withoutLinks(oneLine(subject, longestLine)), 200),
    text: `${blocks.map(renderText).join('\n\n')}\n`,
    html: page.text,
    headers,
  };
}

type LetterPart = Block | { button: Link };

/** Names and titles are shortened where they are put in; this bounds whatever was not. */
const longestLine = 1_000;

function withoutForgery(part: LetterPart): LetterPart {
  if (typeof part === 'string') return withoutLinks(oneLine(part, longestLine));
  if ('quote' in part) return { quote: withoutLinks(linesOf(part.quote).join('\n')) };
  return 'button' in part ? { button: plainLink(part.button) } : plainLink(part);
}

const plainLink = ({ label, url }: Link): Link => ({ label: withoutLinks(oneLine(label, longestLine)), url });

function renderText(part: LetterPart): string {
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

function renderHtml(part: LetterPart): Html {
  if (typeof part === 'string') return html`<p>${part}</p>`;
  if ('quote' in part)
    return html`<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #e7e5e4;white-space:pre-line">${part.quote}</blockquote>`;
  if ('button' in part)
    return html`<p><a href="${part.button.url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#b45309;color:#ffffff;text-decoration:none">${part.button.label}</a></p>`;
  return html`<p><a href="${part.url}" style="color:#b45309">${part.label}</a></p>`;
}
