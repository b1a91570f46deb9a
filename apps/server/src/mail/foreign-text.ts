/** Every character that some mail program takes for the end of a line. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Control characters, and the marks of bidirectional text, which turn the direction of what follows. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const gaps = /[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Untrusted text on one line, cut to so many characters. */
export function oneLine(text: string, maxLength: number): string {
  return shorten(text.replace(gaps, ' ').trim(), maxLength);
}

/** A name for a sentence of ours, between quotation marks. Those within the name are replaced, so that it cannot end them. */
export function named(name: string, maxLength = 80): string {
  return `"${oneLine(name, maxLength).replace(/["“-‟″＂]/g, "'")}"`;
}

export function linesOf(text: string): string[] {
  return text.split(lineBreak).map((line) => line.replace(unseen, ' ').trimEnd());
}

const rowWidth = 76;

/** Wraps a line into rows that no mail program has to wrap: what a program wraps would not have the mark of a quote. */
export function rowsOf(line: string): string[] {
  return line.match(wrapped)?.map((row) => row.trimEnd()) ?? [''];
}

const wrapped = new RegExp(`.{1,${rowWidth}}(?:\\s|$)|.{1,${rowWidth}}`, 'gu');

/** Mail programs make links of whatever looks like a URL. A zero-width space after its colon and dots prevents that. */
export function withoutLinks(text: string): string {
  return text.replace(/\S+/g, (word) => (emailAddress.test(word) ? word : word.replace(seams, '$&\u200b')));
}

const seams = /:(?=\/\/)|\.(?=\p{L})/gu;

/** E-mail addresses may become links, because a click on one only begins a mail. */
const emailAddress = /^[\w.+-]+@[\w.-]+$/;

export function shorten(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
