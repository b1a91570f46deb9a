import { type Html, html } from '../html.ts';
import { linesOf, oneLine, rowsOf, withoutLinks } from './foreign-text.ts';
import type { Mail } from './mailer.ts';

export interface Link {
  label: string;
  url: string;
}

/** A paragraph, what somebody else wrote, or a link on a line of its own. */
export type Block = string | { quote: string } | Link;

export interface Letter {
  to: string;
  subject: string;
  before: Block[];
  button: Link;
  after: Block[];
  headers?: Record<string, string>;
}

/**
 * The same words as text and as HTML. Whoever chose them, a paragraph and a label stay on one line, every row of a quote is
 * marked as one, and nothing but the letter's own links is a link: nobody can write what looks like a part of the letter.
 */
export function writeLetter({ to, subject, before, button, after, headers = {} }: Letter): Mail {
  const [above, below] = [before.map(withoutForgery), after.map(withoutForgery)];
  const text = [...above, button, ...below].map(toText).join('\n\n');
  const page = html`<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif;color:#1c1917;background:#fafaf9">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e7e5e4;border-radius:8px">
${above.map(toHtml)}
<p><a href="${button.url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#b45309;color:#ffffff;text-decoration:none">${button.label}</a></p>
${below.map(toHtml)}
</div>
</body>
</html>`;
  return { to, subject: oneLine(subject, 200), text: `${text}\n`, html: page.text, headers };
}

/** Names and titles are bounded where they are put in; this is for what was not. */
const longestLine = 1_000;

function withoutForgery(block: Block): Block {
  if (typeof block === 'string') return withoutLinks(oneLine(block, longestLine));
  if ('quote' in block) return { quote: withoutLinks(linesOf(block.quote).join('\n')) };
  return { label: withoutLinks(oneLine(block.label, longestLine)), url: block.url };
}

function toText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('quote' in block) return quoteLines(block.quote);
  return `${block.label}: ${block.url}`;
}

const quoteLines = (text: string) =>
  text
    .split('\n')
    .flatMap(rowsOf)
    .map((row) => `> ${row}`)
    .join('\n');

function toHtml(block: Block): Html {
  if (typeof block === 'string') return html`<p>${block}</p>`;
  if ('quote' in block)
    return html`<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #e7e5e4;white-space:pre-line">${block.quote}</blockquote>`;
  return html`<p><a href="${block.url}" style="color:#b45309">${block.label}</a></p>`;
}
