/** Every line break that some mail client recognizes. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Control characters and bidi marks. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const gaps = /[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

export function oneLine(text: string, maxLength: number): string {
  return shorten(text.replace(gaps, ' ').trim(), maxLength);
}

/** Quotes a name within a sentence. Quotation marks in the name are replaced. */
export function quoteName(name: string, maxLength = 80): string {
  return `"${oneLine(name, maxLength).replace(/["“-‟″＂]/g, "'")}"`;
}

export function linesOf(text: string): string[] {
  return text.split(lineBreak).map((line) => line.replace(unseen, ' ').trimEnd());
}

const rowWidth = 76;

/** Wraps at a width that mail clients do not wrap again: wrapped lines would lose the quote mark. */
export function rowsOf(line: string): string[] {
  return line.match(wrapped)?.map((row) => row.trimEnd()) ?? [''];
}

const wrapped = new RegExp(`.{1,${rowWidth}}(?:\\s|$)|.{1,${rowWidth}}`, 'gu');

/** Mail clients linkify anything that looks like a URL. Zero-width spaces after colon and dots prevent it. */
export function withoutLinks(text: string): string {
  return text.replace(/\S+/g, (word) => (emailAddress.test(word) ? word : word.replace(seams, '$&\u200b')));
}

const seams = /:(?=\/\/)|\.(?=\p{L})/gu;

/** Email addresses may become links: a click only starts a new email. */
const emailAddress = /^[\w.+-]+@[\w.-]+$/;

export function shorten(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
