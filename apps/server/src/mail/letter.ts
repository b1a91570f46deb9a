import { type Html, html } from '../html.ts';
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

/** The same words as text and as HTML. */
export function writeLetter({ to, subject, before, button, after, headers = {} }: Letter): Mail {
  const text = [...before, button, ...after].map(toText).join('\n\n');
  const page = html`<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif;color:#1c1917;background:#fafaf9">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e7e5e4;border-radius:8px">
${before.map(toHtml)}
<p><a href="${button.url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#b45309;color:#ffffff;text-decoration:none">${button.label}</a></p>
${after.map(toHtml)}
</div>
</body>
</html>`;
  return { to, subject: oneLine(subject, 200), text: `${text}\n`, html: page.text, headers };
}

function toText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('quote' in block) return quoteLines(block.quote);
  return `${block.label}: ${block.url}`;
}

const quoteLines = (text: string) =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n');

function toHtml(block: Block): Html {
  if (typeof block === 'string') return html`<p>${block}</p>`;
  if ('quote' in block)
    return html`<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #e7e5e4;white-space:pre-line">${block.quote}</blockquote>`;
  return html`<p><a href="${block.url}" style="color:#b45309">${block.label}</a></p>`;
}

/**
 * Text that somebody else chose, fit for a subject or a line of a letter: no line breaks, with which it could pass for
 * more than a line, nothing that turns the direction of what follows, and no more than so many characters.
 */
export function oneLine(text: string, maxLength: number): string {
  const line = text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return shorten(line, maxLength);
}

export function shorten(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
